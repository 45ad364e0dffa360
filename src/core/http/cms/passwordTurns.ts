import type { Config, Payload, PayloadRequest } from 'payload';
import { atMost } from '../../shared/concurrency.ts';

/**
 * Passwords that a process works on at once. Each takes one of Node's four threads for a fifth of a second. Names are looked
 * up and connections to PostgreSQL are opened by the same threads: behind a hundred logins of one moment, the database seems
 * to be away.
 */
const mostAtOnce = 2;

const key = Symbol.for('payload-support-portal.passwordTurns');

/** Carries out a request that works on a password, in its turn. All copies of this module share the turns. */
export const inPasswordTurn = <Result>(payload: Payload, work: () => Promise<Result>): Promise<Result> => {
  const holder = payload as Payload & { [key]?: ReturnType<typeof atMost> };
  holder[key] ??= atMost(mostAtOnce);
  return holder[key](work);
};

type Mutations = NonNullable<NonNullable<Config['graphQL']>['mutations']>;

interface Field {
  resolve(source: unknown, args: unknown, context: { req: PayloadRequest }, info: unknown): Promise<unknown>;
}

/** Has the CMS's mutations that are given a password take turns; those of the app stay as they are. */
export const withPasswordTurns =
  (others: Mutations): Mutations =>
  (graphql, context) => {
    const { fields } = Reflect.get(context, 'Mutation') as { fields: Record<string, Field> };
    const taking = Object.entries(fields)
      .filter(([name]) => /^(?:login|resetPassword|create|update)/.test(name))
      .map(([name, field]) => [name, inTurn(field)]);
    return { ...Object.fromEntries(taking), ...others(graphql, context) };
  };

const inTurn = (field: Field): Field => ({
  ...field,
  resolve(source, args, context, info) {
    const { password, data } = Object(args) as { readonly password?: unknown; readonly data?: unknown };
    const resolve = () => field.resolve(source, args, context, info);
    return (password ?? Reflect.get(Object(data), 'password')) === undefined
      ? resolve()
      : inPasswordTurn(context.req.payload, resolve);
  },
});
