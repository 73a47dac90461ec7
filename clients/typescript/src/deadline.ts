import { RecollectError } from "./error.js";

// Timers of more milliseconds than this would fire at once.
const LONGEST = 2 ** 31 - 1;

/** Ends a call after a time, or when the caller's signal says so. */
export class Deadline {
  /** Aborted when the call must end. */
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #signal: AbortSignal | undefined;
  readonly #end: number;
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #abort = () => this.#controller.abort(this.#signal?.reason);

  /** An infinite time means no limit. */
  constructor(milliseconds: number, signal: AbortSignal | undefined) {
    this.#signal = signal;
    // Where there is no `any` (Node 18), a listener; Node warns when one signal has more than ten.
    const joined = signal && "any" in AbortSignal;
    this.signal = joined ? AbortSignal.any([signal, this.#controller.signal]) : this.#controller.signal;
    if (!joined) signal?.addEventListener("abort", this.#abort);
    if (signal?.aborted) this.#abort();
    const limited = milliseconds <= LONGEST;
    this.#end = limited ? Date.now() + milliseconds : Infinity;
    if (limited) this.#timer = setTimeout(() => this.#expire(milliseconds), milliseconds);
  }

  /** Whether there is time for a pause. */
  allows(milliseconds: number): boolean {
    return Date.now() + milliseconds < this.#end;
  }

  /** Pauses, or throws why the call must end. */
  async pause(milliseconds: number): Promise<void> {
    this.signal.throwIfAborted();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      const stop = () => (clearTimeout(timer), resolve());
      this.signal.addEventListener("abort", stop, { once: true });
    });
    this.signal.throwIfAborted();
  }

  /** Releases the timer and the caller's signal. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#abort);
  }

  #expire(milliseconds: number): void {
    const message = `the server did not answer within ${milliseconds} ms`;
    this.#controller.abort(new RecollectError(message, { code: "timeout" }));
  }
}
