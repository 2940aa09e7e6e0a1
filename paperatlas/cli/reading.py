"""`parse` and `render`: what the readers make of a file, and its pages as pictures."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from paperatlas.cli.context import AsJson, Context, Password
from paperatlas.cli.output import save

__all__ = ["app"]

app = typer.Typer()


@app.command()
def parse(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A file of any kind that ingest takes.")],
    *,
    report: Annotated[bool, typer.Option("--report", help="Say what was found, and what is doubtful, instead.")] = False,
    overlay: Annotated[
        Path | None, typer.Option(help="A PDF to write: the pages with blocks, order and kinds drawn on them.")
    ] = None,
    password: Password = None,
    as_json: AsJson = False,
) -> None:
    """Read one file and print its text, structure and metadata. Needs no library."""
    from paperatlas.choose_readers import overlay_of, read_file, report_on
    from paperatlas.cli.text import report_text
    from paperatlas.core.wire import parsed_json, report_json

    ctx: Context = context.obj
    settings = ctx.settings(pdf_password=password)
    document = read_file(file, settings=settings)
    if overlay:
        save(overlay, overlay_of(file, document, settings))
        ctx.output.say(f"{overlay} shows how the pages were read.")
    if report:
        found = report_on(document)
        ctx.output.result(report_json(found), as_json=as_json, text=lambda: report_text(found))
        return
    ctx.output.result(parsed_json(document), as_json=as_json, text=lambda: "\n\n".join(page.text for page in document.pages))


@app.command()
def render(
    context: typer.Context,
    source: Annotated[str, typer.Argument(metavar="DOC|FILE", help="A PDF file, or a document of the library.")],
    *,
    out: Annotated[Path, typer.Option("--out", help="The PNG file to write.")],
    page: Annotated[int | None, typer.Option(min=1, help="The page, counted from 1 through the file.")] = None,
    figure: Annotated[str, typer.Option(help='Only this figure, as "Figure 2" or 2.')] = "",
    table: Annotated[str, typer.Option(help='Only this table, as "Table 1" or 1.')] = "",
    equation: Annotated[str, typer.Option(help='Only this equation, as "(3)" or 3.')] = "",
    highlight: Annotated[str, typer.Option(help="Mark this quote where it is printed.")] = "",
    dpi: Annotated[int, typer.Option(min=18, max=1200, help="Dots per inch.")] = 150,
    margin: Annotated[float, typer.Option(min=0, max=720, help="Points around a figure, table or equation.")] = 6,
    password: Password = None,
    as_json: AsJson = False,
) -> None:
    """Show a page, or a figure, table or equation of it, as a PNG picture."""
    from paperatlas.choose_readers import page_renderer, read_file
    from paperatlas.cli.view import Wanted

    ctx: Context = context.obj
    wanted = Wanted(page=page, figure=figure, table=table, equation=equation, quote=highlight)
    file = Path(source)
    if file.is_file():
        settings = ctx.settings(pdf_password=password)
        renderer = page_renderer(settings)
        view = wanted.find(lambda: read_file(file, settings=settings))
        picture = view.painted(partial(renderer.page, file), partial(renderer.region, file), dpi=dpi, margin=margin)
    else:
        with ctx.open(pdf_password=password) as library:
            view = wanted.find(lambda: library.parsed(source))
            picture = view.painted(partial(library.page_image, source), partial(library.crop, source), dpi=dpi, margin=margin)
    save(out, picture)
    ctx.output.result(
        {
            "file": str(out),
            "page": view.page,
            "label": view.label,
            "bbox": view.box and [round(corner, 2) for corner in view.box[1:]],
            "bytes": len(picture),
        },
        as_json=as_json,
        text=lambda: f"{out}: page {view.page}{f', {view.label}' if view.label else ''}",
    )
