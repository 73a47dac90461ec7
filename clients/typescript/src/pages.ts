import type { Input, Output } from "./routes.js";
import type { paths } from "./schema.js";
import type { CallOptions, Transport } from "./transport.js";

/** One page of a list. */
export interface Page<T> {
  items: T[];
  /** The `cursor` of the next page; null on the last. */
  next_cursor: string | null;
}

/** A list: `await` gives one page, `for await` every item of it and of the pages that follow. */
export class Pages<T> implements AsyncIterable<T>, PromiseLike<Page<T>> {
  readonly #page: (cursor: string | undefined) => Promise<Page<T>>;

  constructor(page: (cursor: string | undefined) => Promise<Page<T>>) {
    this.#page = page;
  }

  /** Nothing is sent before this or an iteration asks for it. */
  then<A = Page<T>, B = never>(
    done?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    failed?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#page(undefined).then(done, failed);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    let cursor: string | undefined;
    do {
      const page = await this.#page(cursor);
      yield* page.items;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  /** Every item, of all pages. */
  async all(): Promise<T[]> {
    const items: T[] = [];
    for await (const item of this) items.push(item);
    return items;
  }
}

type Item<Answer, Name extends string> = Answer extends { [K in Name]: (infer T)[] } ? T : never;

/** The list of a route whose answers have their items under a name. */
export function pages<P extends keyof paths, Name extends string>(
  transport: Transport,
  path: P,
  name: Name,
  input: Input<P, "get">,
  options: CallOptions,
): Pages<Item<Output<P, "get">, Name>> {
  return new Pages(async (cursor) => {
    const query = { ...(input.query as object), ...(cursor === undefined ? {} : { cursor }) };
    const answer: any = await transport.send("get", path, { ...(input as object), query }, options);
    return { items: answer[name], next_cursor: answer.next_cursor };
  });
}
