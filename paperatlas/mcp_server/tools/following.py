"""Jobs: how far they are, what came of them, and their end."""

from typing import Annotated, Any

from pydantic import Field

from paperatlas.mcp_server.desk import Desk
from paperatlas.mcp_server.failure import as_error
from paperatlas.mcp_server.jobs import Job, Work
from paperatlas.mcp_server.reply import Reply
from paperatlas.mcp_server.schema import FLAG, record
from paperatlas.mcp_server.tool import Arguments, Tool

__all__ = ["FOLLOWING", "handle", "job_json"]

_LONGEST_WAIT = 9
"""Seconds; less than what the server takes for any answer."""

JobId = Annotated[str, Field(min_length=1, max_length=40)]


def job_json(job: Job) -> dict[str, Any]:
    progress = job.progress
    of = f"{progress.done:g} of {progress.total:g}: " if progress.total else ""
    return {"id": job.id, "tool": job.tool, "status": job.state, "progress": f"{of}{progress.message}"}


def handle(job: Job) -> Reply:
    """What is said instead of a result that takes longer."""
    text = (
        f"{job.tool} is still at work ({job_json(job)['progress'] or 'begun'}). "
        f"Call job_status with job_id {job.id!r} to get its result, or cancel_job to end it."
    )
    return Reply(data={"job": job_json(job)}, text=text)


class JobStatus(Arguments):
    job_id: JobId
    wait_seconds: Annotated[int, Field(ge=0, le=_LONGEST_WAIT, description="Wait for its end, no longer than this")] = 8


def _status(desk: Desk, asked: JobStatus, work: Work) -> Reply:
    job = desk.jobs.get(asked.job_id)
    work.note(job_json(job)["progress"])
    job.wait(asked.wait_seconds)
    if job.state == "done" and job.reply is not None:
        return Reply(
            data={"job": job_json(job), "result": job.reply.data},
            text=job.reply.text,
            pictures=job.reply.pictures,
            whole=job.reply.whole,
        )
    if job.error is not None:
        error = as_error(job.error)
        said = {"code": error.code, "message": error.message, "hint": error.hint}
        return Reply(data={"job": job_json(job), "error": said}, text=f"{job.tool} failed: {error.message} {error.hint}".strip())
    if job.state == "cancelled":
        return Reply(data={"job": job_json(job)}, text=f"{job.tool} was cancelled.")
    return handle(job)


class CancelJob(Arguments):
    job_id: JobId


def _cancel(desk: Desk, asked: CancelJob, _work: Work) -> Reply:
    job = desk.jobs.get(asked.job_id)
    ended = job.cancel()
    text = f"{job.tool} was cancelled." if ended else f"{job.tool} was over already ({job.state})."
    return Reply(data={"job": job_json(job), "cancelled": ended}, text=text)


FOLLOWING: tuple[Tool[Any], ...] = (
    Tool(
        name="job_status",
        title="Result of a job",
        description="The result of a tool that took longer than ten seconds and gave a job id; or how far it is.",
        toolset="core",
        arguments=JobStatus,
        output=record(result={"type": "object"}, error={"type": "object"}),
        run=_status,
    ),
    Tool(
        name="cancel_job",
        title="Cancel a job",
        description="End a job that is not needed any more. What an ingest has finished stays.",
        toolset="core",
        arguments=CancelJob,
        output=record(cancelled=FLAG),
        run=_cancel,
    ),
)
