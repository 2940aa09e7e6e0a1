"""`/formulas`: TeX as MathML, for pages that show what papers and models write."""

from typing import Annotated, Any

from fastapi import APIRouter, Body
from pydantic import Field, StrictBool

from paperatlas.web.api.shape import Given, answered, listed, record
from paperatlas.web.formulas import formula

__all__ = ["router"]

router = APIRouter(prefix="/formulas", tags=["formulas"])


class Formula(Given):
    tex: Annotated[str, Field(max_length=2000)]
    display: StrictBool = False


class Formulas(Given):
    formulas: Annotated[tuple[Formula, ...], Body(max_length=200)]


@router.post("", **answered(record(formulas=listed({})), description="Trees of name, attributes, children; null for no formula"))
def formulas(asked: Formulas) -> dict[str, Any]:
    """The MathML of formulas, in their order."""
    return {"formulas": [formula(each.tex, display=each.display) for each in asked.formulas]}
