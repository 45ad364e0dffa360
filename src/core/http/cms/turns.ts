import type { BaseDatabaseAdapter, Config, PayloadRequest, Where } from 'payload';
import type { PortalContext } from '../../context.ts';
import { atMost } from '../../shared/concurrency/concurrency.ts';
import { keptOn } from '../../shared/concurrency/keptOn.ts';
import { subjectOfHeaders } from '../rate-limit/rateLimit.ts';
import { inStoringTurn, inTurnAt, inTurnOf } from '../turns.ts';
import { assertRoomForChange } from '../upload/diskRoom.ts';
import { findSlowSenderAnew } from './graphqlSenders.ts';

/**
 * Passwords that a process works on at once. Each takes one of Node's four threads for a fifth of a second. Names are looked
 * up and connections to PostgreSQL are opened by the same threads: behind a hundred logins of one moment, the database seems
 * to be away.
 */
const mostAtOnce = 2;

/**
 * Carries out a request that works on a password, in its turn. As many of one address wait in the line of all: hundreds of logins
 * from there would keep others from logging in for minutes.
 */
export const inPasswordTurn = <Result>(
  { headers, payload }: Pick<PayloadRequest, 'headers' | 'payload'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const inTurnOfAll = keptOn(payload, 'passwordTurns', () => atMost(mostAtOnce));
  return inTurnAt(payload, `passwords ${subjectOfHeaders(headers)}`, () => inTurnOfAll(work), mostAtOnce);
};

type Mutations = NonNullable<NonNullable<Config['graphQL']>['mutations']>;

interface Field {
  resolve(source: unknown, args: unknown, context: { req: PayloadRequest }, info: unknown): Promise<unknown>;
}

/** Makes the CMS's mutations take turns, leave room on the disk and identify a slow sender anew, as its REST does; those of the app stay as they are. */
export const withTurns =
  (portal: Pick<PortalContext, 'options' | 'principalOf'>, others: Mutations): Mutations =>
  (graphql, context) => {
    const { fields } = Reflect.get(context, 'Mutation') as { fields: Record<string, Field> };
    const taking = Object.entries(fields).map(([name, field]) => [
      name,
      inTurn(portal, field, name.startsWith('delete')),
    ]);
    return { ...Object.fromEntries(taking), ...others(graphql, context) };
  };

const inTurn = (
  portal: Pick<PortalContext, 'options' | 'principalOf'>,
  field: Field,
  isDeletion: boolean,
): Field => ({
  ...field,
  async resolve(source, args, context, info) {
    const { payload, user } = context.req;
    const principal = portal.principalOf(user);
    if (!isDeletion) await assertRoomForChange(portal, principal);
    const resolve = async () => {
      await findSlowSenderAnew(context.req);
      return field.resolve(source, args, context, info);
    };
    const take = () => {
      // It may delete files.
      if (isDeletion) return inStoringTurn(payload, resolve);
      return hasPassword(args) ? inPasswordTurn(context.req, resolve) : resolve();
    };
    return inTurnOf(payload, principal, take);
  },
});

const hasPassword = (args: unknown): boolean => {
  const { password, data } = Object(args) as { readonly password?: unknown; readonly data?: unknown };
  return (password ?? Reflect.get(Object(data), 'password')) !== undefined;
};

interface Asked {
  readonly req?: PayloadRequest;
  readonly where?: Where;
}

/** The operators that look for words, as they stand in a filter. */
const looksForWords = /"(?:contains|like|not_like)":/;

/**
 * Makes the CMS's lists take turns as the API's searches do, on each of its APIs: one document of GraphQL may hold sixty, and
 * each can look for words in long texts, or sort by one.
 */
export const listInTurns = (
  adapter: BaseDatabaseAdapter,
  { principalOf }: Pick<PortalContext, 'principalOf'>,
): void => {
  for (const name of ['find', 'findDistinct', 'count'] as const) {
    // An adapter of another kind comes here before the start rejects it.
    const ask = adapter[name] as ((args: Asked) => Promise<unknown>) | undefined;
    if (!ask) continue;
    const askInTurn = async (args: Asked) => {
      const work = () => ask.call(adapter, args);
      // A transaction holds a connection, and perhaps locks, while it waits.
      if (!args.req?.user || (await args.req.transactionID)) return work();
      const kind = looksForWords.test(JSON.stringify(args.where ?? {})) ? 'searches' : 'lists';
      return inTurnOf(adapter.payload, principalOf(args.req.user), work, kind);
    };
    Object.assign(adapter, { [name]: askInTurn });
  }
};
