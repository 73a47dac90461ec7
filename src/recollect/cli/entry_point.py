"""The entry point, which turns every error into one message and an exit code.

0 success · 1 refused or failed · 2 usage error · 70 internal error · 130 interrupted ·
141 the reader of the output has exited.
With --json an error is one JSON object on stdout, as over HTTP:
{"error": {"code", "message", "field"?}}.
"""

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from functools import cache, partial

import typer
from typer.main import get_command

from recollect.cli.app import app
from recollect.errors import RecollectError, fault_location

FAILED = 1
USAGE_ERROR = 2
INTERNAL_ERROR = 70
INTERRUPTED = 130
BROKEN_PIPE = 141
DEBUG = "RECOLLECT_DEBUG"
# Cached because building the commands takes longer than running most of them.
_commands = cache(partial(get_command, app))


def main(args: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    given = list(sys.argv[1:] if args is None else args)
    _replace_unencodable_output()
    try:
        code = _run(given)
        sys.stdout.flush()
    except SystemExit as exit_:  # raised by shell completion, and for a broken pipe
        if type(sys.stdout).__name__ == "PacifyFlushWrapper":
            return BROKEN_PIPE
        return exit_.code if isinstance(exit_.code, int) else FAILED
    except BrokenPipeError:
        _discard_stdout()  # the reader of our output has exited, which is not an error
        return BROKEN_PIPE
    except OSError as error:
        from recollect.cli.output import note  # noqa: PLC0415

        note(f"error: the output cannot be written: {error.strerror}")
        return _discard_stdout()
    return code


def _run(args: list[str]) -> int:
    as_json = "--json" in args
    try:
        result = _commands().main(args=args, prog_name="recollect", standalone_mode=False)
    except RecollectError as error:
        _print_error(error.code, error.message, error.field, as_json=as_json)
        return FAILED
    except typer.TyperException as misuse:
        return _print_usage_error(misuse, as_json=as_json)
    except typer.Abort:
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError:
        raise  # commands handle errors of their files, so this concerns the output
    except Exception as fault:  # noqa: BLE001 - the outermost handler
        return _print_internal_error(fault, as_json=as_json)
    return result if isinstance(result, int) else 0


def _print_usage_error(misuse: typer.TyperException, *, as_json: bool) -> int:
    message = _refused_value(misuse) or misuse.format_message()
    if type(misuse).__name__ == "NoArgsIsHelpError":
        typer.echo(message)  # the help
        return USAGE_ERROR
    context = getattr(misuse, "ctx", None)
    repeated = [p.opts[0] for p in context.command.params if p.multiple] if context else []
    if "unexpected extra argument" in message and repeated:
        message += f"; for several values repeat the option: {repeated[0]} A {repeated[0]} B"
    _print_error("usage", message, None, as_json=as_json)
    if context is not None and not as_json:
        from recollect.cli.output import note  # noqa: PLC0415

        note(f"{context.get_usage()}\nFor help: {context.command_path} --help", style="dim")
    return USAGE_ERROR


def _refused_value(misuse: typer.TyperException) -> str | None:
    """Return why the value of an option is refused, in our words; None if that is not the error."""
    parameter = getattr(misuse, "param", None)
    errors = getattr(misuse.__cause__, "errors", None)
    if parameter is None or errors is None:
        return None
    from recollect.domain.invalid_values import invalid_value  # noqa: PLC0415

    is_option = parameter.param_type_name == "option"
    return invalid_value(parameter.opts[0] if is_option else parameter.metavar, errors()[0])


def _print_internal_error(fault: Exception, *, as_json: bool) -> int:
    if os.environ.get(DEBUG):
        traceback.print_exception(fault)
    place = fault_location(fault)
    message = f"internal error in Recollect: {place}. Please report it; set {DEBUG}=1 for details"
    _print_error("fault", message, None, as_json=as_json)
    return INTERNAL_ERROR


def _print_error(code: str, message: str, field: str | None, *, as_json: bool) -> None:
    from rich.text import Text  # noqa: PLC0415 - slow, and help does not need it

    from recollect.cli.formatting import sanitize  # noqa: PLC0415
    from recollect.cli.output import note, print_json  # noqa: PLC0415

    if as_json:
        error = {"code": code, "message": message} | ({"field": field} if field else {})
        print_json({"error": error})
        return
    text = Text.assemble(
        ("error: ", "bold red"), sanitize(message), (f"  ({code})", "bright_black")
    )
    note(text)


def _discard_stdout() -> int:
    """Redirect stdout to null, so that flushing its buffer at exit cannot fail."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FAILED


def _replace_unencodable_output() -> None:
    """Print a replacement for characters that the terminal cannot encode."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
