"""The outer wall: whatever happens inside leaves here as a sentence and an exit code.

0 done · 1 refused or failed · 2 the command was not understood · 70 a fault of ours · 130 interrupted.
With --json an error is one JSON object on stdout, {"error": {"code", "message", "field"?}}, as over HTTP.
"""

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from functools import cache, partial

import typer
from rich.text import Text
from typer.main import get_command

from recollect.cli.app import app
from recollect.cli.screen import note, print_json
from recollect.cli.wording import harmless
from recollect.errors import RecollectError, place_of

REFUSED = 1
MISUSED = 2
FAULT = 70
INTERRUPTED = 130
DEBUG = "RECOLLECT_DEBUG"
# Making them out of their functions takes longer than most of them run.
_commands = cache(partial(get_command, app))


def main(args: Sequence[str] | None = None) -> int:
    """Run one command line and say how it ended."""
    given = list(sys.argv[1:] if args is None else args)
    _never_fail_to_print()
    try:
        code = _guarded(given)
        sys.stdout.flush()
    except SystemExit as left:  # so end the answers to a shell that completes a word
        return left.code if isinstance(left.code, int) else REFUSED
    except BrokenPipeError:
        return _without_stdout()  # whoever read our output has gone, and wants no complaint
    except OSError as error:
        note(f"error: the output cannot be written: {error.strerror}")
        return _without_stdout()
    return code


def _guarded(args: list[str]) -> int:
    as_json = "--json" in args
    try:
        ended = _commands().main(args=args, prog_name="recollect", standalone_mode=False)
    except RecollectError as error:
        _tell(error.code, error.message, error.field, as_json=as_json)
        return REFUSED
    except typer.TyperException as misuse:
        return _misused(misuse, as_json=as_json)
    except typer.Abort:
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError:
        raise  # files are the commands' own to explain; what is left is the output
    except Exception as fault:  # noqa: BLE001 - the wall of the command line
        return _fault(fault, as_json=as_json)
    return ended if isinstance(ended, int) else 0


def _misused(misuse: typer.TyperException, *, as_json: bool) -> int:
    message = misuse.format_message()
    if type(misuse).__name__ == "NoArgsIsHelpError":
        return MISUSED  # the help has been printed in its place
    _tell("usage", message, None, as_json=as_json)
    context = getattr(misuse, "ctx", None)
    if context is not None and not as_json:
        note(f"{context.get_usage()}\nMore: {context.command_path} --help", style="dim")
    return MISUSED


def _fault(fault: Exception, *, as_json: bool) -> int:
    if os.environ.get(DEBUG):
        traceback.print_exception(fault)
    place = place_of(fault)
    message = f"this is a fault in Recollect: {place}. Please report it; {DEBUG}=1 shows more"
    _tell("fault", message, None, as_json=as_json)
    return FAULT


def _tell(code: str, message: str, field: str | None, *, as_json: bool) -> None:
    if as_json:
        error = {"code": code, "message": message} | ({"field": field} if field else {})
        print_json({"error": error})
        return
    said = Text.assemble(
        ("error: ", "bold red"), harmless(message), (f"  ({code})", "bright_black")
    )
    note(said)


def _without_stdout() -> int:
    """Give up on the output for good: what is left in its buffer must not complain at exit either."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return REFUSED


def _never_fail_to_print() -> None:
    """A terminal that lacks a character shows a mark in its place."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
