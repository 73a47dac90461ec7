"""The breaker, the retry and the meter."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from effort import examples
from recollect.errors import CircuitOpen, Closed, ProviderError, ProviderUnavailable
from recollect.providers.resilience import Breaker, CallCounts, Meter, RetryPolicy


class Watch:
    """A monotonic clock that moves when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def through(breaker, fn):
    with breaker.guard():
        return fn()


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def breaker(watch: Watch) -> Breaker:
    return Breaker(watch)


def away() -> str:
    raise ProviderUnavailable("away")


def refuse() -> str:
    raise ProviderError("refused")


def answer() -> str:
    return "fine"


def outcome(breaker: Breaker, fn: Callable[[], str]) -> str:
    try:
        return through(breaker, fn)
    except ProviderError as error:
        return error.code


def fail(breaker: Breaker, times: int) -> None:
    for _ in range(times):
        with pytest.raises(ProviderUnavailable):
            through(breaker, away)


def test_five_failures_in_a_row_open_it_for_a_minute(breaker: Breaker, watch: Watch) -> None:
    fail(breaker, 5)
    assert breaker.state == "open"
    watch.now += 18
    with pytest.raises(CircuitOpen) as caught:
        through(breaker, answer)
    assert caught.value.retry_after == 42
    assert "42 s" in caught.value.message


def test_four_failures_do_not(breaker: Breaker) -> None:
    fail(breaker, 4)
    assert breaker.state == "closed"
    assert through(breaker, answer) == "fine"


def test_an_answer_or_a_refusal_starts_the_count_again(breaker: Breaker) -> None:
    fail(breaker, 4)
    through(breaker, answer)
    fail(breaker, 4)
    with pytest.raises(ProviderError, match="refused"):
        through(breaker, refuse)
    fail(breaker, 4)
    assert breaker.state == "closed"


def test_a_fault_of_our_own_neither_counts_nor_starts_again(breaker: Breaker) -> None:
    fail(breaker, 4)
    with pytest.raises(ZeroDivisionError):
        through(breaker, lambda: str(1 // 0))
    assert breaker.state == "closed"
    fail(breaker, 1)
    assert breaker.state == "open"


def test_nothing_is_called_while_it_is_open(breaker: Breaker) -> None:
    fail(breaker, 5)
    called: list[int] = []
    with pytest.raises(CircuitOpen):
        through(breaker, lambda: called.append(1))
    assert called == []


@pytest.mark.parametrize("probe", [answer, refuse])
def test_a_probe_that_is_answered_closes_it(breaker: Breaker, watch: Watch, probe) -> None:
    fail(breaker, 5)
    watch.now += 60
    assert breaker.state == "half_open"
    outcome(breaker, probe)
    assert breaker.state == "closed"
    fail(breaker, 4)
    assert breaker.state == "closed"


def test_a_probe_that_fails_opens_it_for_another_minute(breaker: Breaker, watch: Watch) -> None:
    fail(breaker, 5)
    watch.now += 61
    fail(breaker, 1)
    assert breaker.state == "open"
    with pytest.raises(CircuitOpen) as caught:
        through(breaker, answer)
    assert caught.value.retry_after == 60


def test_a_probe_ended_by_ourselves_leaves_the_place_to_the_next(
    breaker: Breaker, watch: Watch
) -> None:
    fail(breaker, 5)
    watch.now += 60

    def interrupted() -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        through(breaker, interrupted)
    assert breaker.state == "half_open"
    assert through(breaker, answer) == "fine"
    assert breaker.state == "closed"


def test_of_many_threads_exactly_one_probes(breaker: Breaker, watch: Watch) -> None:
    fail(breaker, 5)
    watch.now += 60
    everyone, refused = Barrier(8), Event()
    probes: list[int] = []

    def probe() -> None:
        probes.append(1)
        refused.wait()  # until the seven others have been turned away

    def attempt(_: int) -> float | None:
        everyone.wait()
        try:
            through(breaker, probe)
        except CircuitOpen as error:
            turned_away.append(1)
            if len(turned_away) == 7:
                refused.set()
            return error.retry_after
        return None

    turned_away: list[int] = []
    with ThreadPoolExecutor(8) as pool:
        waits = list(pool.map(attempt, range(8)))
    assert len(probes) == 1
    assert [w for w in waits if w is not None] == [1.0] * 7
    assert breaker.state == "closed"


@pytest.mark.parametrize(("late", "error"), [(answer, None), (away, ProviderUnavailable)])
def test_a_call_begun_before_it_opened_changes_nothing_afterwards(
    breaker: Breaker, watch: Watch, late, error
) -> None:
    def overtaken() -> str:
        fail(breaker, 5)
        watch.now += 30
        return late()

    if error is None:
        through(breaker, overtaken)
    else:
        with pytest.raises(error):
            through(breaker, overtaken)
    with pytest.raises(CircuitOpen) as caught:
        through(breaker, answer)
    assert caught.value.retry_after == 30


@given(
    st.lists(st.tuples(st.sampled_from([answer, refuse, away]), st.sampled_from([0, 1, 30, 60])))
)
@settings(max_examples=examples(300), deadline=None)
def test_it_behaves_like_the_sentence_that_describes_it(steps) -> None:
    watch = Watch()
    breaker = Breaker(watch, failures=2, open_seconds=60)
    in_a_row, shut_at = 0, None
    for step, pause in steps:
        watch.now += pause
        shut = shut_at is not None and watch.now < shut_at + 60
        assert (outcome(breaker, step) == "circuit_open") == shut
        if shut:
            continue
        in_a_row = in_a_row + 1 if step is away else 0
        if step is not away:
            shut_at = None
        elif shut_at is not None or in_a_row == 2:
            shut_at, in_a_row = watch.now, 0


def test_a_probe_that_lasts_is_over_at_the_first_sign_of_life(
    breaker: Breaker, watch: Watch
) -> None:
    fail(breaker, 5)
    watch.now += 60
    with breaker.guard() as alive:
        assert outcome(breaker, answer) == "circuit_open"
        alive()
        assert breaker.state == "closed"
        assert outcome(breaker, answer) == "fine"


def test_signs_of_life_do_not_outweigh_calls_that_never_end_well(breaker: Breaker) -> None:
    def broken_off() -> None:
        with breaker.guard() as alive:
            alive()
            away()

    for _ in range(5):
        with pytest.raises(ProviderUnavailable):
            broken_off()
    assert breaker.state == "open"


class Flaky:
    """Fails as told, then answers."""

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.calls = 0

    def __call__(self) -> str:
        self.calls += 1
        if self.failures:
            raise self.failures.pop(0)
        return "fine"


def busy(retry_after: float | None = None) -> ProviderUnavailable:
    return ProviderUnavailable("busy", retry_after=retry_after)


def test_an_unavailable_service_is_asked_again_after_1_2_and_4_seconds() -> None:
    pauses: list[float] = []
    flaky = Flaky(busy(), busy(), busy())
    assert RetryPolicy(wait=pauses.append).call(flaky) == "fine"
    assert pauses == [1, 2, 4]


def test_the_fourth_failure_is_the_last() -> None:
    pauses: list[float] = []
    flaky = Flaky(*[busy()] * 5)
    with pytest.raises(ProviderUnavailable):
        RetryPolicy(wait=pauses.append).call(flaky)
    assert (flaky.calls, pauses) == (4, [1, 2, 4])


@pytest.mark.parametrize("final", [ProviderError("no"), CircuitOpen("no", retry_after=1)])
def test_what_asking_again_cannot_help_is_raised_at_once(final: ProviderError) -> None:
    pauses: list[float] = []
    with pytest.raises(type(final)):
        RetryPolicy(wait=pauses.append).call(Flaky(final))
    assert pauses == []


def test_a_longer_pause_is_kept_when_the_service_asks_for_it() -> None:
    pauses: list[float] = []
    flaky = Flaky(busy(0.5), busy(7), busy(30))
    assert RetryPolicy(wait=pauses.append).call(flaky) == "fine"
    assert pauses == [1, 7, 30]


def test_nobody_waits_for_longer_than_is_reasonable() -> None:
    pauses: list[float] = []
    flaky = Flaky(busy(31))
    with pytest.raises(ProviderUnavailable) as caught:
        RetryPolicy(wait=pauses.append).call(flaky)
    assert (caught.value.retry_after, flaky.calls, pauses) == (31, 1, [])


def test_a_service_on_this_machine_that_is_not_running_is_not_asked_again() -> None:
    pauses: list[float] = []
    down = ProviderUnavailable("nobody listens")
    down.is_down = True
    flaky = Flaky(down)
    with pytest.raises(ProviderUnavailable):
        RetryPolicy(wait=pauses.append).call(flaky)
    assert (flaky.calls, pauses) == (1, [])


def test_without_pauses_there_is_one_attempt() -> None:
    flaky = Flaky(busy())
    with pytest.raises(ProviderUnavailable):
        RetryPolicy(()).call(flaky)
    assert flaky.calls == 1


def test_stopping_ends_the_pause_of_another_thread() -> None:
    retry = RetryPolicy([30])
    asked = Event()

    def ask() -> str:
        asked.set()
        return away()

    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(retry.call, ask)
        asked.wait()
        retry.stop()
        assert isinstance(waiting.exception(), Closed)


def test_a_meter_adds_up_over_threads() -> None:
    meter = Meter()

    def one(n: int) -> None:
        try:
            with meter.measure() as call:
                call.tokens = 3
                call.tokens_out = 2
                if n % 4 == 0:
                    away()
        except ProviderUnavailable:
            pass

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(one, range(400)))
    usage = meter.snapshot()
    assert (usage.calls, usage.failures) == (400, 100)
    assert (usage.tokens, usage.tokens_out) == (1200, 800)
    assert usage.seconds > 0


def test_a_snapshot_does_not_move() -> None:
    meter = Meter()
    before = meter.snapshot()
    with meter.measure():
        pass
    assert before == CallCounts(calls=0, failures=0, seconds=0.0, tokens=0)
    assert meter.snapshot().calls == 1


def test_a_reader_who_leaves_is_no_failure_of_the_service() -> None:
    meter, breaker = Meter(), Breaker()

    def words() -> Iterator[str]:
        with breaker.guard(), meter.measure():
            yield "one"
            yield "two"

    reading = words()
    assert next(reading) == "one"
    reading.close()
    assert (meter.snapshot().calls, meter.snapshot().failures) == (1, 0)
    fail(breaker, 4)
    assert breaker.state == "closed"


def test_whoever_stops_an_answer_by_hand_is_no_failure_of_the_service() -> None:
    meter = Meter()
    with pytest.raises(KeyboardInterrupt), meter.measure():
        raise KeyboardInterrupt
    assert (meter.snapshot().calls, meter.snapshot().failures) == (1, 0)
