import type { Config, PayloadRequest } from 'payload';

/**
 * Upstream: the CMS shortens permissions in its responses, `{ permission: true }` to `true`, but not in the types of its
 * GraphQL query `Access`, so that the query fails for anyone who may do anything. No report is known.
 * Goes when: `{ Access { Ticket { read { permission } } } }` has an answer.
 *
 * Answers it in full.
 */
export const respondToAccessQuery =
  (others: Queries): Queries =>
  (graphql, context) => {
    const { fields } = Reflect.get(context, 'Query') as { fields: { Access?: Field } };
    const { Access: field } = fields;
    return {
      ...(field && {
        Access: {
          ...field,
          resolve: async (...args: Parameters<Field['resolve']>) => inFull(await field.resolve(...args)),
        },
      }),
      ...others(graphql, context),
    };
  };

type Queries = NonNullable<NonNullable<Config['graphQL']>['queries']>;

interface Field {
  resolve(source: unknown, args: unknown, context: { req: PayloadRequest }, info: unknown): Promise<object>;
}

/** These are truth values in both. */
const plain: readonly PropertyKey[] = ['permission', 'canAccessAdmin'];

/** Permissions as they are, except each `true`, which allows all that is below it, and each `false`. */
const inFull = (permissions: object): object =>
  new Proxy(permissions, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      if (plain.includes(key)) return value === true;
      if (key === 'where') return value;
      if (value === true) return everything;
      if (value === false) return null;
      return typeof value === 'object' && value !== null ? inFull(value) : value;
    },
  });

const everything: object = new Proxy(
  {},
  {
    get: (_target, key) => (key === 'permission' ? true : key === 'where' ? undefined : everything),
  },
);
