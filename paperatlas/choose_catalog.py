"""Part of the composition root: where the catalog and the conversations of a library are."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from paperatlas.catalog import CATALOG, Engine
from paperatlas.catalog.schema import Tables
from paperatlas.core.errors import BadSetting
from paperatlas.settings import Settings

__all__ = ["chosen_catalog"]


def chosen_catalog(settings: Settings, folder: Path) -> Callable[[Tables], Engine] | None:
    """What tells where tables are; None where they are files of the library's folder.

    Raises:
        BadSetting: the address is no address of PostgreSQL, or the folder has a catalog of its own.
    """
    if settings.catalog_url is None:
        return None
    address = settings.catalog_url.get_secret_value()
    if not address.startswith(("postgresql://", "postgres://")):
        raise BadSetting(
            "PAPERATLAS_CATALOG_URL is no address of PostgreSQL.",
            hint="It looks like postgresql://user@host/database; without it the catalog is a file of the library.",
        )
    if (folder / CATALOG).exists():
        raise BadSetting(
            f"The library {str(folder)!r} has a catalog of its own, and PAPERATLAS_CATALOG_URL names another.",
            hint="To move it: `paperatlas export FILE` without that setting, then `paperatlas import FILE` with it into"
            " another folder.",
        )
    return partial(_postgres, address, settings.catalog_schema)


def _postgres(address: str, namespace: str, tables: Tables) -> Engine:
    from paperatlas.catalog.postgres_engine import PostgresEngine  # noqa: PLC0415 - the driver takes a tenth of a second

    return PostgresEngine(address, namespace, tables)
