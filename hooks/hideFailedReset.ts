import type { AfterErrorHook, CollectionConfig, Config, PayloadRequest } from 'payload';
import { isMailFailure } from '../src/mail/mailFailure.ts';

/**
 * Answers a request for a new password whose mail could not be sent like one that names nobody: who has an account is not
 * to be told to strangers. The email log has the failed mail.
 */
export const hideFailedReset: AfterErrorHook = ({ error, req }) =>
  isMailFailure(error) ? { status: 200, response: { message: req.t('general:success') } } : undefined;

type Mutations = NonNullable<NonNullable<Config['graphQL']>['mutations']>;

/** The same over GraphQL, whose errors no hook of a collection sees; mutations of the app stay as they are. */
export const hideFailedResetMutation =
  ({ graphQL }: CollectionConfig, appsOwn: Mutations | undefined): Mutations =>
  (graphql, context) => {
    const { fields } = Reflect.get(context, 'Mutation') as { fields: Record<string, Field> };
    const name = `forgotPassword${graphQL ? graphQL.singularName : ''}`;
    const field = fields[name];
    return { ...(field && { [name]: hidingField(field) }), ...appsOwn?.(graphql, context) };
  };

interface Field {
  resolve(source: unknown, args: unknown, context: { req: PayloadRequest }, info: unknown): Promise<unknown>;
}

const hidingField = (field: Field): Field => ({
  ...field,
  resolve: (source, args, context, info) =>
    field.resolve(source, args, context, info).catch((error: unknown) => {
      if (isMailFailure(error)) return true;
      throw error;
    }),
});
