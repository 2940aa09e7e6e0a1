"""Every error PaperAtlas raises on purpose.

PaperAtlasError
├── InputError            exit 1   what was given cannot be used
│   ├── UnreadableFile             damaged, empty, or not what its name says
│   ├── EncryptedFile              needs a password
│   ├── UnreadableBackup           no copy of a library, or not a whole one
│   ├── UnsupportedFile            a kind of file no reader takes
│   ├── AddressRefused             an address on the web that leads to this machine or its network
│   ├── CypherRejected             a query of the graph that may do more than read, or that no back end reads alike
│   ├── UnknownDocument            no document of that name in the library
│   │   └── AmbiguousDocument      several
│   ├── UnknownEntity              no entity of that name in the graph
│   ├── UnknownFloat               no table, figure or equation of that label in the document
│   ├── UnknownPage                no page of that number in the document
│   ├── UnknownRun                 no run of that id is kept
│   ├── UnknownSection             no section of that name in the document
│   └── UnknownThread              no conversation of that name
├── ConfigError           exit 2   a setting or option is wrong
│   ├── MissingExtra               an optional dependency is not installed
│   └── BadSetting                 a value out of its bounds
├── EvaluationFailed      exit 1   nothing could be measured
├── ProviderError         exit 3   a service outside the process failed
│   ├── RateLimited
│   ├── TimedOut
│   ├── BadOutput                  a model answered, but not in the form asked for
│   ├── TooLong                    what a model was to read does not fit into its context
│   └── OverBudget
└── StoreError            exit 4   the library itself
    ├── LibraryLocked
    ├── SchemaMismatch
    ├── EmbedderMismatch           its vectors are of another model
    └── LibraryDamaged

Each carries a stable `code` for machines and a `hint` that says what to do next.
"""

from typing import ClassVar

from paperatlas.core.usage import Usage

__all__ = [
    "AddressRefused",
    "AmbiguousDocument",
    "BadOutput",
    "BadSetting",
    "ConfigError",
    "CypherRejected",
    "EmbedderMismatch",
    "EncryptedFile",
    "EvaluationFailed",
    "InputError",
    "LibraryDamaged",
    "LibraryLocked",
    "MissingExtra",
    "OnlineOff",
    "OverBudget",
    "PaperAtlasError",
    "ProviderError",
    "RateLimited",
    "SchemaMismatch",
    "StoreError",
    "TimedOut",
    "TooLong",
    "UnknownDocument",
    "UnknownEntity",
    "UnknownFloat",
    "UnknownPage",
    "UnknownRun",
    "UnknownSection",
    "UnknownThread",
    "UnreadableBackup",
    "UnreadableFile",
    "UnsupportedFile",
]


class PaperAtlasError(Exception):
    """What happened, to what, and what to do about it."""

    code: ClassVar[str] = "error"
    exit_code: ClassVar[int] = 1
    http_status: ClassVar[int] = 500
    retryable: ClassVar[bool] = False

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        # Keyword-only arguments do not survive the default pickling, and errors cross from the reader processes.
        return (_rebuild, (type(self), self.message, self.hint))


def _rebuild(kind: type[PaperAtlasError], message: str, hint: str) -> PaperAtlasError:
    return kind(message, hint=hint)


class InputError(PaperAtlasError):
    code = "bad_input"
    http_status = 422


class UnreadableFile(InputError):
    code = "unreadable_file"


class UnreadableBackup(InputError):
    code = "unreadable_backup"


class EncryptedFile(InputError):
    code = "encrypted_pdf"


class UnsupportedFile(InputError):
    code = "unsupported_file"
    http_status = 415


class AddressRefused(InputError):
    code = "address_refused"
    http_status = 403


class CypherRejected(InputError):
    code = "cypher_rejected"


class UnknownDocument(InputError):
    code = "unknown_document"
    http_status = 404


class AmbiguousDocument(UnknownDocument):
    code = "ambiguous_document"
    http_status = 409

    def __init__(self, message: str, *, hint: str = "", named: str = "", candidates: tuple[str, ...] = ()) -> None:
        super().__init__(message, hint=hint)
        self.named = named
        """As it was named."""
        self.candidates = candidates
        """The ids of those that it may be."""


class UnknownEntity(InputError):
    code = "unknown_entity"
    http_status = 404


class UnknownFloat(InputError):
    code = "unknown_float"
    http_status = 404


class UnknownRun(InputError):
    code = "unknown_run"
    http_status = 404


class UnknownPage(InputError):
    code = "unknown_page"
    http_status = 404


class UnknownSection(InputError):
    code = "unknown_section"
    http_status = 404


class UnknownThread(InputError):
    code = "unknown_thread"
    http_status = 404


class ConfigError(PaperAtlasError):
    code = "bad_configuration"
    exit_code = 2


class MissingExtra(ConfigError):
    code = "missing_extra"


class BadSetting(ConfigError):
    code = "bad_setting"


class OnlineOff(ConfigError):
    """Something is wanted of the network, where the settings keep everything on this machine."""

    code = "online_off"
    http_status = 403


class ProviderError(PaperAtlasError):
    code = "upstream"
    exit_code = 3
    http_status = 503
    spent: Usage | None = None
    """What the language model cost before it failed; None where it was not asked, or nothing is known."""


class RateLimited(ProviderError):
    code = "rate_limited"
    retryable = True


class TimedOut(ProviderError):
    code = "timed_out"
    http_status = 504
    retryable = True


class BadOutput(ProviderError):
    code = "bad_output"
    http_status = 502


class TooLong(ProviderError):
    code = "too_long"


class OverBudget(ProviderError):
    code = "over_budget"


class EvaluationFailed(PaperAtlasError):
    """Nothing could be measured, so there is no figure to give."""

    code = "evaluation_failed"


class StoreError(PaperAtlasError):
    code = "store"
    exit_code = 4


class LibraryLocked(StoreError):
    code = "library_locked"
    http_status = 423
    retryable = True


class SchemaMismatch(StoreError):
    code = "schema_mismatch"


class EmbedderMismatch(StoreError):
    code = "embedder_mismatch"


class LibraryDamaged(StoreError):
    code = "library_damaged"
