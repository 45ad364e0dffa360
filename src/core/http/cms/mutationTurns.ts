import type { Config, PayloadRequest } from 'payload';
import type { PortalContext } from '../../context.ts';
import { inTurnOf } from '../turns.ts';
import { assertRoomForChange } from '../upload/diskRoom.ts';
import { inPasswordTurn } from './passwordTurns.ts';

type Mutations = NonNullable<NonNullable<Config['graphQL']>['mutations']>;

interface Field {
  resolve(source: unknown, args: unknown, context: { req: PayloadRequest }, info: unknown): Promise<unknown>;
}

/** Makes the CMS's mutations take turns and leave room on the disk, as its REST does; those of the app stay as they are. */
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
    const resolve = () => field.resolve(source, args, context, info);
    const work = hasPassword(args) ? () => inPasswordTurn(payload, resolve) : resolve;
    return inTurnOf(payload, principal, work);
  },
});

const hasPassword = (args: unknown): boolean => {
  const { password, data } = Object(args) as { readonly password?: unknown; readonly data?: unknown };
  return (password ?? Reflect.get(Object(data), 'password')) !== undefined;
};
