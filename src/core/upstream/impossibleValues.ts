import type { AfterErrorHook, CollectionBeforeOperationHook, CollectionConfig, Config } from 'payload';
import { isId } from '../database/ids.ts';
import { isApiError, missingReference, notFound, sqlStateOf } from '../shared/errors/errors.ts';

/**
 * Upstream: its own REST and GraphQL pass any value on to PostgreSQL, and answer 500 if PostgreSQL cannot take it.
 * https://github.com/payloadcms/payload/issues/9821 is one of its forms. A form that cannot be read is a 500, too.
 * Goes when: the CMS checks ids and the values of queries, and answers 400 to such a form. A reference to a record that is
 * deleted meanwhile is one of them: 409.
 *
 * Answers 404 to an id that no record can have, and 400 to any other such value.
 */
export const rejectImpossibleValues = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  hooks: {
    ...collection.hooks,
    afterError: [blameForValues, ...(collection.hooks?.afterError ?? [])],
  },
});

/**
 * Refuses an id that no record can have, before PostgreSQL is asked: the CMS logs PostgreSQL's error as one of the server,
 * whatever the response is.
 */
export const rejectImpossibleIds: CollectionBeforeOperationHook = ({
  args,
  collection,
  overrideAccess,
  req,
}) => {
  const id: unknown = Reflect.get(args, 'id') ?? Reflect.get(args, 'duplicateFromID');
  if (overrideAccess || id === undefined || id === null) return;
  if (!isId(req.payload, id, collection.slug)) throw notFound();
};

/** The hook alone, for a collection whose config is made. */
export const blameForValues: AfterErrorHook = ({ error, req: { payload, routeParams, t } }) => {
  if (error instanceof SyntaxError || error instanceof URIError || isOfForm(error)) return unreadable;
  const blame = blameFor(error);
  const isNoId = routeParams?.id !== undefined && !isId(payload, routeParams.id);
  const isMissing = blame === impossible || (isApiError(error) && error.code === 'not_found');
  // In the words of the CMS for a record that is not there.
  return isNoId && isMissing ? refusal(404, t('general:notFound')) : blame;
};

/** Rejects impossible values in GraphQL and in the routes of globals, whose errors no collection's hook sees. */
export const rejectImpossibleElsewhere = (config: Config): Config => ({
  ...config,
  hooks: {
    ...config.hooks,
    afterError: [blameOverGraphql, blameForGlobals, ...(config.hooks?.afterError ?? [])],
  },
});

const blameForGlobals: AfterErrorHook = (failed) =>
  failed.req.routeParams?.global === undefined ? undefined : blameForValues(failed);

const blameOverGraphql: NonNullable<NonNullable<Config['hooks']>['afterError']>[number] = ({
  error,
  graphqlResult,
}) => {
  const blame = graphqlResult && blameFor(Reflect.get(error, 'originalError'));
  if (!blame) return;
  const extensions = { ...graphqlResult.extensions, statusCode: blame.status };
  return { graphqlResult: { ...graphqlResult, message: blame.message, extensions } };
};

const refusal = (status: number, message: string) => ({
  status,
  message,
  response: { errors: [{ message }] },
});

/** The CMS reads parameters as JSON, and the parts of a path, before it knows whether they are any. */
const unreadable = refusal(
  400,
  'A parameter, a part of the path or the form of this request cannot be read.',
);

/** Messages of the CMS's reader of forms. */
const ofForms = /^(?:Malformed part header|Unexpected end of form|Request is not eligible for file upload)$/;

const isOfForm = ({ message }: Error): boolean => ofForms.test(message);

const tooSlow = refusal(503, 'This took too long. Ask for less at once, or try again in a moment.');

const lostReference = refusal(
  409,
  'A record that this refers to does not exist any more, or another one still refers to this.',
);

const impossible = refusal(400, 'A value of this request is not possible for its field.');

/** The refusal of a statement that failed because of the request's values; undefined for any other error. */
const blameFor = (error: unknown) => {
  const state = sqlStateOf(error);
  if (state === queryCanceled) return tooSlow;
  if (state === missingReference) return lostReference;
  const isImpossible = impossibleClasses.includes(state?.slice(0, 2) ?? '');
  return isImpossible || noSuchQuery.includes(state ?? '') ? impossible : undefined;
};

/** SQLSTATE of a statement that took longer than it may. */
const queryCanceled = '57014';

/** The classes of SQLSTATEs for invalid or oversized values: numbers, moments, choices, texts; and texts too long for an index. */
const impossibleClasses: readonly string[] = ['22', '54'];

/** A comparison such as that of a date with a pattern, and a path into JSON such as `tags.0`. */
const noSuchQuery: readonly string[] = ['42883', '42601'];
