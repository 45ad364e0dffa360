/**
 * The permissions that an API key can have, such as `tickets:read`. A feature adds its own by declaration merging. Writing does
 * not imply reading.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the features fill it.
export interface Scopes {}

export type Scope = keyof Scopes;

/** The scopes of features, in their order. */
export const scopesIn = (
  features: readonly { readonly scopes?: { readonly [Name in Scope]?: unknown } }[],
): readonly Scope[] => features.flatMap(({ scopes = {} }) => Object.keys(scopes) as Scope[]);
