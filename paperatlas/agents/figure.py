"""A question to one figure: what a model that sees reads from its picture."""

from paperatlas.agents.assemble import assemble
from paperatlas.agents.language import language_of
from paperatlas.agents.proof import Source, prove
from paperatlas.agents.refuse import unanswered
from paperatlas.agents.state import Deps, Draft, Question
from paperatlas.agents.vision import picture_of, read_pictures
from paperatlas.core.answers import Answer, Place, Route
from paperatlas.core.errors import ConfigError, UnknownFloat
from paperatlas.core.searching import Scope
from paperatlas.core.types import Document

__all__ = ["analyze_figure"]


async def analyze_figure(document: Document, label: str, question: str, deps: Deps) -> Answer:
    """The answer, cited with the picture's box and caption; a refusal where the model does not see it.

    Raises:
        ConfigError: no model that sees is configured.
        UnknownFloat: the document has no figure, or table without cells, of that label with a caption in its text.
        ProviderError: the model cannot be reached, or does not answer in form.
    """
    if deps.llm is None or not deps.llm.sees or deps.crop is None:
        raise ConfigError("No model that takes pictures is configured.", hint="Set PAPERATLAS_VISION_MODEL.")
    source, asked = Source(deps.catalog), Question(text=question, scope=Scope(documents=(document.id,)))
    parsed = deps.catalog.parsed(document.id)
    picture = picture_of(parsed, label, source)
    if picture is None:
        known = ", ".join(figure.label for figure in parsed.figures if figure.label)
        raise UnknownFloat(f"{document.name!r} has no picture {label!r} to look at.", hint=f"It has: {known or 'none'}.")
    read = await read_pictures(asked, [picture], deps.llm, deps.crop, language=language_of(question))
    draft = prove(read, source) if read else _unseen(document, picture.proof.page, picture.proof.section)
    route = Route(kind="fact", tools=("look at the figure",), hops=1, decided_by="caller", confidence=1.0, scope=asked.scope)
    return assemble(asked, route, draft, [document], trace=(), seconds=0.0)


def _unseen(document: Document, page: int, section: str) -> Draft:
    place = Place(document=document.id, doc=document.name, page=page, section=section)
    return unanswered(0.0, place, document.title)
