import {
  type AfterErrorHook,
  type CollectionConfig,
  type Config,
  isolateObjectProperty,
  type PayloadRequest,
} from 'payload';
import { isMailFailure } from '../src/mail/mailFailure.ts';
import { isPasswordReset } from '../src/request/passwordReset.ts';
import { problemsOf } from '../src/shared/cmsErrors.ts';

/**
 * Answers a failed request for a new password like one for an unknown address: who has an account is not to
 * be told to strangers. A mail that could not be sent is in the email log.
 */
export const hideFailedReset: AfterErrorHook = ({ error, req }) =>
  isPasswordReset(req) && tellsOfAccount(error)
    ? { status: 200, response: { message: req.t('general:success') } }
    : undefined;

/** The CMS has the whole account saved, with whatever was added to it, and so checked. */
const tellsOfAccount = (error: Error): boolean => isMailFailure(error) || problemsOf(error) !== null;

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
  resolve: (source, args, context, info) => {
    // What is noted of it holds for none of the other mutations of the request.
    const req = isolateObjectProperty(context.req, 'context');
    req.context = { ...context.req.context };
    return field.resolve(source, args, { ...context, req }, info).catch((error: Error) => {
      if (tellsOfAccount(error)) return true;
      throw error;
    });
  },
});
