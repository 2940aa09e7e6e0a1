"""What the requests of one completion cost together, also where it fails in the end."""

from dataclasses import dataclass, field

from paperatlas.core.answers import Usage

__all__ = ["Meter", "Prices"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """US dollars per million tokens."""

    input: float = 0.0
    output: float = 0.0

    def cost(self, input_tokens: int, output_tokens: int) -> float:
        return (self.input * input_tokens + self.output * output_tokens) / 1e6


@dataclass(slots=True, kw_only=True)
class Meter:
    """Adds up. Every request counts as a call, also one that was refused, failed or was tried again."""

    prices: Prices
    usage: Usage = field(default_factory=Usage)

    def sent(self) -> None:
        self.usage += Usage(llm_calls=1)

    def counted(self, input_tokens: int, output_tokens: int) -> None:
        cost = self.prices.cost(input_tokens, output_tokens)
        self.usage += Usage(input_tokens=input_tokens, output_tokens=output_tokens, cost_usd=cost)
