"""Runs the tests in several processes that share one reading of them: `--processes auto`.

Each process of pytest-xdist reads all tests, and on a fresh checkout compiles them too. Here they are read once. The
processes are forked from the one that has read them, and each takes another file when it is done with one.
"""

import os
import sys
import traceback
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, pairwise
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NoReturn

import pytest

_Reports = list[dict[str, Any]]


def pytest_addoption(parser: pytest.Parser) -> None:
    """The number of processes; without it pytest runs the tests as usual."""
    told = "run the tests in so many processes; auto: three for two cores, as tests also wait"
    parser.addoption("--processes", help=told)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Run all tests, unless pytest is to do it or to say that some cannot be read."""
    chosen = session.config.getoption("processes")
    if not chosen or session.testsfailed or session.config.option.collectonly:
        return None
    cores = len(os.sched_getaffinity(0))
    _Run(session).all_tests(cores + (cores + 1) // 2 if chosen == "auto" else int(chosen))
    return True


@dataclass(eq=False)
class _Process:
    """A process that runs tests, and which of those that it was given it has not reported."""

    pid: int
    line: Connection
    tests: deque[int] = field(default_factory=deque)


class _Run:
    """What the process does that has read the tests: hand them out, and report their results."""

    def __init__(self, session: pytest.Session) -> None:
        files: dict[Path, list[int]] = {}
        for index, test in enumerate(session.items):
            files.setdefault(test.path, []).append(index)
        self._files = deque(files.values())
        self._session = session
        self._processes: list[_Process] = []
        self._started = 0
        # A folder of this process, in which the others have theirs.
        session.config._tmp_path_factory.getbasetemp()
        # Else each process would take seconds for it, when it first makes up a text.
        if strategies := sys.modules.get("hypothesis.strategies"):
            strategies.text().validate()

    def all_tests(self, number: int) -> None:
        try:
            for _ in range(min(number, len(self._files))):
                self._start()
            while self._processes:
                lines = {one.line: one for one in self._processes}
                for line in wait(list(lines)):
                    self._hear(lines[line])
        finally:
            # The others notice when they report their test, and finish what they have set up.
            for one in self._processes:
                one.line.close()
            for one in self._processes:
                os.waitpid(one.pid, 0)

    def _start(self) -> None:
        ours, theirs = Pipe()
        self._started += 1
        if pid := os.fork():
            theirs.close()
            self._processes.append(_Process(pid, ours))
            return
        for line in (ours, *(one.line for one in self._processes)):
            line.close()
        _work(self._session, theirs, f"gw{self._started}")

    def _hear(self, one: _Process) -> None:
        try:
            reports = one.line.recv()
        except (ConnectionError, EOFError):
            self._end(one)
            return
        if reports is None:
            file = self._files.popleft() if self._files else []
            one.tests.extend(file)
            one.line.send(file)
        else:
            self._report(one.tests.popleft(), reports)

    def _report(self, index: int, reports: _Reports) -> None:
        test, config = self._session.items[index], self._session.config
        place = {"nodeid": test.nodeid, "location": test.location}
        config.hook.pytest_runtest_logstart(**place)
        for data in reports:
            report = config.hook.pytest_report_from_serializable(config=config, data=data)
            config.hook.pytest_runtest_logreport(report=report)
        config.hook.pytest_runtest_logfinish(**place)
        if self._session.shouldfail:
            raise self._session.Failed(self._session.shouldfail)
        if self._session.shouldstop:
            raise self._session.Interrupted(self._session.shouldstop)

    def _end(self, one: _Process) -> None:
        """If a test has ended its process, another one goes on with the rest."""
        self._processes.remove(one)
        one.line.close()
        code = os.waitstatus_to_exitcode(os.waitpid(one.pid, 0)[1])
        if not one.tests:
            assert not code, f"a process for tests ended with {code} outside of any test"
            return
        index = one.tests.popleft()
        if one.tests:
            self._files.appendleft([*one.tests])
        if self._files:
            self._start()
        test = self._session.items[index]
        died = pytest.TestReport(
            test.nodeid, test.location, {}, "failed", f"its process ended with {code}", "call"
        )
        serialize = self._session.config.hook.pytest_report_to_serializable
        self._report(index, [serialize(config=self._session.config, report=died)])


def _work(session: pytest.Session, line: Connection, name: str) -> NoReturn:
    """Run in this process the tests that it is given, to the end of the process."""
    code = 1
    try:
        _be_alone(session.config, name)
        results = _Results(session.config)
        session.config.pluginmanager.register(results)
        tests = (session.items[index] for index in _given(line))
        with suppress(ConnectionError, EOFError):
            for test, following in pairwise(chain(tests, [None])):
                assert test is not None
                session.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
                line.send(results.taken())
        session.config.hook.pytest_sessionfinish(session=session, exitstatus=0)
        code = 0
    except KeyboardInterrupt:
        session.config.hook.pytest_sessionfinish(session=session, exitstatus=2)
    except BaseException:  # noqa: BLE001 -- the process ends without anybody else to say why
        traceback.print_exc()
    finally:
        os._exit(code)


def _given(line: Connection) -> Iterator[int]:
    """The tests of one file after another, until there are no more."""
    while True:
        line.send(None)
        if not (file := line.recv()):
            return
        yield from file


def _be_alone(config: pytest.Config, name: str) -> None:
    """Keep apart from the other processes what is printed and what is written."""
    # As a process of pytest-xdist says what it is.
    config.workerinput = {"workerid": name}
    os.environ["PYTEST_XDIST_WORKER"] = name
    folder = config._tmp_path_factory.getbasetemp() / name
    folder.mkdir()
    config._tmp_path_factory._basetemp = folder
    config.get_terminal_writer()._file = Path(os.devnull).open("w")  # noqa: SIM115
    capture = config.pluginmanager.getplugin("capturemanager")
    capture.stop_global_capturing()
    capture.start_global_capturing()
    capture.suspend_global_capture()


class _Results:
    """A plugin that collects the reports of a test."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._reports: _Reports = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        serialize = self._config.hook.pytest_report_to_serializable
        self._reports.append(serialize(config=self._config, report=report))

    def taken(self) -> _Reports:
        """The reports since the last call."""
        reports, self._reports = self._reports, []
        return reports
