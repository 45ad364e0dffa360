import type { AfterErrorHook, CollectionConfig } from 'payload';
import { isId } from '../database/ids.ts';
import { sqlStateOf } from '../shared/errors.ts';

/**
 * Upstream: its own REST passes any value on to PostgreSQL, and answers 500 if PostgreSQL cannot take it.
 * https://github.com/payloadcms/payload/issues/9821 is one of its forms.
 * Goes when: the CMS checks ids and the values of queries.
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

/** The hook alone, for a collection whose config is made. */
export const blameForValues: AfterErrorHook = ({ error, req: { payload, routeParams, t } }) => {
  if (error instanceof SyntaxError || error instanceof URIError) return unreadable;
  const state = sqlStateOf(error);
  if (state === queryCanceled) return tooSlow;
  if (!state?.startsWith(dataException) && !noSuchQuery.includes(state ?? '')) return;
  const isNoId = routeParams?.id !== undefined && !isId(payload, routeParams.id);
  const message = isNoId ? t('general:notFound') : 'A value of this request is not possible for its field.';
  return { status: isNoId ? 404 : 400, response: { errors: [{ message }] } };
};

/** The CMS reads parameters as JSON, and the parts of a path, before it knows whether they are any. */
const unreadable = {
  status: 400,
  response: { errors: [{ message: 'A parameter or a part of the path of this request cannot be read.' }] },
};

/** SQLSTATE of a statement that took longer than it may. */
const queryCanceled = '57014';

const tooSlow = {
  status: 503,
  response: { errors: [{ message: 'This took too long. Ask for less at once, or try again in a moment.' }] },
};

/** The class of SQLSTATEs for invalid or oversized values: numbers, moments, choices, texts. */
const dataException = '22';

/** A comparison such as that of a date with a pattern, and a path into JSON such as `tags.0`. */
const noSuchQuery: readonly string[] = ['42883', '42601'];
