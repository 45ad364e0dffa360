import {
  type AfterErrorHook,
  type CollectionConfig,
  type Config,
  isolateObjectProperty,
  type PayloadRequest,
} from 'payload';
import { factOf } from '../request/facts.ts';
import { isRefusedReset } from '../request/passwordReset.ts';
import { problemsOf } from '../shared/errors/errors.ts';
import { isMailFailure } from '../shared/errors/mailFailure.ts';

/**
 * Upstream: a request for a new password whose mail cannot be sent is answered 500, and one for an unknown address 200, so a
 * stranger learns who has an account. https://github.com/payloadcms/payload/issues/13885
 * Goes when: both have the same answer.
 *
 * Answers a failed request like one for an unknown address. The mail that could not be sent is in the email log.
 */
export const hideFailedReset: AfterErrorHook = ({ error, req }) =>
  factOf(req, 'passwordReset') && tellsOfAccount(error) ? success(req) : undefined;

/** Makes the response to a reset that was requested too often the same as to any other. */
export const hideRefusedReset: AfterErrorHook = ({ error, req }) =>
  isRefusedReset(error) ? success(req) : undefined;

const success = ({ t }: PayloadRequest) => ({ status: 200, response: { message: t('general:success') } });

/**
 * True if a reset failed only for an existing account: the mail, or the account's fields, which the CMS saves and validates
 * with all that the app added.
 */
const tellsOfAccount = (error: Error): boolean => isMailFailure(error) || problemsOf(error) !== null;

type Mutations = NonNullable<NonNullable<Config['graphQL']>['mutations']>;

/** Hides failed resets over GraphQL, whose errors no hook of a collection sees; mutations of the app stay as they are. */
export const hideFailedResetMutations =
  (own: CollectionConfig | undefined, appsOwn: Mutations | undefined): Mutations =>
  (graphql, context) => {
    const { fields } = Reflect.get(context, 'Mutation') as { fields: Record<string, Field> };
    const ownName = own && `forgotPassword${own.graphQL ? own.graphQL.singularName : ''}`;
    const hiding = Object.entries(fields)
      .filter(([name]) => name.startsWith('forgotPassword'))
      .map(([name, field]) => [name, hidingField(field, name === ownName ? tellsOfAccount : () => false)]);
    return { ...Object.fromEntries(hiding), ...appsOwn?.(graphql, context) };
  };

interface Field {
  resolve(source: unknown, args: unknown, context: { req: PayloadRequest }, info: unknown): Promise<unknown>;
}

const hidingField = (field: Field, isHidden: (error: Error) => boolean): Field => ({
  ...field,
  resolve: (source, args, context, info) => {
    // Notes on this request must not reach its other mutations.
    const req = isolateObjectProperty(context.req, 'context');
    req.context = { ...context.req.context };
    return field.resolve(source, args, { ...context, req }, info).catch((error: Error) => {
      if (isRefusedReset(error) || isHidden(error)) return true;
      throw error;
    });
  },
});
