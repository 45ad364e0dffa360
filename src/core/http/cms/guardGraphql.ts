import type { DocumentNode, ExecutionArgs, ValidationRule } from 'graphql';
import type { Config, Payload, PayloadRequest } from 'payload';
import type { PortalContext } from '../../context.ts';
import { type ApiError, toApiError } from '../../shared/errors/errors.ts';
import { textsBy } from '../../texts/text.ts';
import { assertSessionFound } from '../credentials.ts';
import { requestIdOf } from '../headers.ts';
import { limitedBy } from '../rate-limit/rateLimit.ts';
import { errorResponse, type PlainResponse } from '../response.ts';
import { assertSmall } from './boundBody.ts';
import { assertBounded } from './graphqlBounds.ts';
import { assertConditions, assertFewVariables } from './graphqlVariables.ts';
import { assertFriendlyOrigin } from './loginOrigin.ts';
import { assertShort } from './responseSize.ts';

const key = Symbol.for('payload-support-portal.refusedGraphql');

/** The context that the CMS gives each request over GraphQL. */
interface GraphqlContext {
  readonly req: PayloadRequest;
  /** Headers of the response. */
  readonly headers: Record<string, string>;
  [key]?: PlainResponse;
}

/**
 * Judges each document before it is validated: the CMS asks for the rules of validation once it has parsed a document, and
 * several of the usual rules, which run before any of an app, take exponential time. A refused document is replaced by
 * the smallest one, whose result {@link respondToRefusedGraphql} replaces in turn.
 */
export const registerGraphqlGuard = (config: Config, portal: PortalContext): Config => {
  const own = config.graphQL?.validationRules;
  const validationRules = (args: ExecutionArgs): ValidationRule[] => {
    try {
      admit(args, portal);
    } catch (error) {
      refuse(args, toApiError(error));
      return [];
    }
    return [boundMessages, ...(own?.(args) ?? [])];
  };
  return { ...config, graphQL: { ...config.graphQL, validationRules } };
};

/** The longest message of an error, in UTF-16 units. */
const longestMessage = 500;

/** The rule that shortens the messages of all others: they quote a wrong value as it is, up to a whole body, several times. */
const boundMessages: ValidationRule = (context) => {
  const report = context.reportError.bind(context);
  context.reportError = (error) => {
    if (error.message.length > longestMessage) error.message = `${error.message.slice(0, longestMessage)}…`;
    report(error);
  };
  return {};
};

const admit = (args: ExecutionArgs, { options }: PortalContext): void => {
  const { document, contextValue } = args;
  const { req, headers } = contextValue as GraphqlContext;
  const limit = limitedBy(req, options.rateLimit.perMinute);
  try {
    limit.countCaller();
    assertSmall(req);
    const { beginsSession, requests } = assertBounded(document);
    assertConditions(document);
    if (beginsSession) assertFriendlyOrigin(req, options.cors);
    for (let counted = 1; counted < requests; counted += 1) limit.countCaller();
  } finally {
    Object.assign(headers, limit.headers());
  }
  assertFewVariables(args);
};

const name = (value: string) => ({ kind: 'Name', value });

/** `{ __typename }` */
const smallest = {
  kind: 'Document',
  definitions: [
    {
      kind: 'OperationDefinition',
      operation: 'query',
      selectionSet: { kind: 'SelectionSet', selections: [{ kind: 'Field', name: name('__typename') }] },
    },
  ],
} as unknown as DocumentNode;

const refuse = (args: ExecutionArgs, error: ApiError): void => {
  const context = args.contextValue as GraphqlContext;
  const { req } = context;
  context[key] = refusalOf(error, req);
  Object.assign(args, { document: smallest, operationName: undefined, variableValues: undefined });
};

const refusalOf = (error: ApiError, req: PayloadRequest): PlainResponse => {
  if (error.cause) req.payload.logger.error({ err: error.cause, msg: error.message });
  const response = errorResponse(error, {
    requestId: requestIdOf(req.headers),
    accept: null,
    t: textsBy(req.t),
  });
  return { ...response, body: withErrors(response) };
};

/** The API's own form, and the one that clients of GraphQL read. */
const withErrors = ({ status, body }: PlainResponse): string => {
  const plain = JSON.parse(body ?? '{}') as { error: string; message: string };
  const errors = [{ message: plain.message, extensions: { code: plain.error, statusCode: status } }];
  return JSON.stringify({ ...plain, errors });
};

type Extensions = Payload['extensions'];
const answering = Symbol.for('payload-support-portal.answersRefusedGraphql');

/** The response in the place of a result that is too long, or was made for no one in particular; null for any other. */
const replacementOf = async (data: unknown, req: PayloadRequest): Promise<PlainResponse | null> => {
  try {
    await assertSessionFound(req);
    assertShort(data);
    return null;
  } catch (error) {
    return refusalOf(toApiError(error), req);
  }
};

/**
 * Gives refused documents their response, and wrong results another one. The CMS passes the result of this function to its
 * handler, which accepts a whole response, too.
 */
export const respondToRefusedGraphql = (payload: Payload): void => {
  const own = payload.extensions as Extensions | undefined;
  if (own && answering in own) return;
  const extensions: Extensions = async (given) => {
    const context = given.args.contextValue as GraphqlContext;
    const refused = context[key] ?? (await replacementOf(given.result.data, context.req));
    if (refused) return [refused.body, { status: refused.status, statusText: '', headers: refused.headers }];
    return typeof own === 'function' ? own(given) : given.result;
  };
  payload.extensions = Object.assign(extensions, { [answering]: true });
};
