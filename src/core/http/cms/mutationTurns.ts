import type { Config, PayloadRequest } from 'payload';
import type { PortalContext } from '../../context.ts';
import { inTurnOf } from '../turns.ts';
import { inPasswordTurn } from './passwordTurns.ts';

type Mutations = NonNullable<NonNullable<Config['graphQL']>['mutations']>;

interface Field {
  resolve(source: unknown, args: unknown, context: { req: PayloadRequest }, info: unknown): Promise<unknown>;
}

/** Has the CMS's mutations take turns, as its REST does; those of the app stay as they are. */
export const withTurns =
  (portal: Pick<PortalContext, 'principalOf'>, others: Mutations): Mutations =>
  (graphql, context) => {
    const { fields } = Reflect.get(context, 'Mutation') as { fields: Record<string, Field> };
    const taking = Object.entries(fields).map(([name, field]) => [name, inTurn(portal, field)]);
    return { ...Object.fromEntries(taking), ...others(graphql, context) };
  };

const inTurn = ({ principalOf }: Pick<PortalContext, 'principalOf'>, field: Field): Field => ({
  ...field,
  resolve(source, args, context, info) {
    const { payload, user } = context.req;
    const resolve = () => field.resolve(source, args, context, info);
    return hasPassword(args)
      ? inPasswordTurn(payload, resolve)
      : inTurnOf(payload, principalOf(user), resolve);
  },
});

const hasPassword = (args: unknown): boolean => {
  const { password, data } = Object(args) as { readonly password?: unknown; readonly data?: unknown };
  return (password ?? Reflect.get(Object(data), 'password')) !== undefined;
};
