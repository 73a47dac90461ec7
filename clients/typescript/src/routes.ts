import type { paths } from "./schema.js";

import type { Optional } from "./types.js";

type Json = "application/json";
export type Method = "get" | "post" | "put" | "patch" | "delete";
/** The paths that have a method. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [N in M]: object } ? P : never;
}[keyof paths];
type Operation<P extends keyof paths, M> = M extends keyof paths[P] ? paths[P][M] : {};
type Parameters<O> = O extends { parameters: infer T } ? T : {};
type Content<T> = T extends { content: { [K in Json]: infer B } } ? Optional<B> : Optional<T>;
// A part that may be left out stays so, and one that a route does not have cannot be given.
type Part<Name extends string, From, K extends string> = K extends keyof From
  ? {} extends Pick<From, K>
    ? { [N in Name]?: Content<From[K]> }
    : { [N in Name]: Content<From[K]> }
  : { [N in Name]?: undefined };
/** What a route takes: the names in its path, its query and its body. */
export type Input<P extends keyof paths, M> = Part<"path", Parameters<Operation<P, M>>, "path"> &
  Part<"query", Parameters<Operation<P, M>>, "query"> &
  Part<"body", Operation<P, M>, "requestBody">;
/** What a route answers with. */
export type Output<P extends keyof paths, M> =
  Operation<P, M> extends { responses: infer R }
    ? { [S in keyof R]: R[S] extends { content: { [K in Json]: infer T } } ? T : undefined }[keyof R]
    : never;
