"""Whether the server is alive, and whether it can answer."""

from fastapi import APIRouter

from paperatlas.web.api.given import AtDesk, OpenLibrary

__all__ = ["router"]

router = APIRouter(tags=["health"])


@router.get("/healthz")
def alive() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


@router.get("/readyz")
def ready(library: OpenLibrary, desk: AtDesk) -> dict[str, str | int]:
    """The library is open; else the error that opening it gives. While its models are cold, the first answer takes longer."""
    return {"status": "ready", "papers": len(library.documents()), "models": "warm" if desk.is_warm else "cold"}
