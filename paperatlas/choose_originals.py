"""Part of the composition root: where the papers' own files are kept."""

from collections.abc import Callable
from functools import partial

from paperatlas.core.errors import BadSetting, MissingExtra
from paperatlas.core.masking import masked_address
from paperatlas.pipeline.ingest.originals import Originals
from paperatlas.pipeline.ingest.originals_folder import FolderOriginals
from paperatlas.settings import Settings

__all__ = ["chosen_originals"]


def chosen_originals(settings: Settings) -> Callable[[FolderOriginals], Originals] | None:
    """None where the library's folder keeps them."""
    if settings.originals_url is None:
        return None
    return partial(_in_objects, settings.originals_url.get_secret_value(), settings.originals_mebibytes << 20)


def _in_objects(address: str, most: int, folder: FolderOriginals) -> Originals:
    """Raises BadSetting, MissingExtra."""
    from fsspec.core import url_to_fs  # noqa: PLC0415 - a tenth of a second

    from paperatlas.pipeline.ingest.originals_objects import ObjectOriginals  # noqa: PLC0415

    options = {"auto_mkdir": True} if address.startswith("file:") else {}
    try:
        files, root = url_to_fs(address, **options)
    except ImportError as error:
        raise MissingExtra(
            f"Originals in {masked_address(address)!r} need a package that is not installed: {error}.",
            hint="Install it beside PaperAtlas; for s3:// it is s3fs, for gs:// gcsfs, for abfs:// adlfs, for sftp:// paramiko.",
        ) from error
    except Exception as error:  # each kind of address is read by a library of its own
        raise BadSetting(
            f"Originals cannot be kept in {masked_address(address)!r}: {masked_address(str(error))}.",
            hint="Check PAPERATLAS_ORIGINALS_URL; it looks like s3://bucket/papers.",
        ) from error
    return ObjectOriginals(files, root, folder, most=most)
