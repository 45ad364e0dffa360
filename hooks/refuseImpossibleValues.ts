import type { AfterErrorHook, CollectionConfig } from 'payload';
import { isId } from '../src/database/ids.ts';
import { sqlStateOf } from '../src/shared/sqlState.ts';

/**
 * Over its own REST the CMS hands PostgreSQL what it was given, and calls it an error of the server if no such value
 * can be. It is the client's: an id that can be none is 404, any other value 400.
 */
export const refuseImpossibleValues = (collection: CollectionConfig): CollectionConfig => ({
  ...collection,
  hooks: {
    ...collection.hooks,
    afterError: [blameClient, ...(collection.hooks?.afterError ?? [])],
  },
});

const blameClient: AfterErrorHook = ({ error, req: { payload, routeParams, t } }) => {
  const state = sqlStateOf(error);
  if (!state?.startsWith(dataException) && state !== noSuchComparison) return;
  const isNoId = routeParams?.id !== undefined && !isId(payload, routeParams.id);
  const message = isNoId ? t('general:notFound') : 'A value of this request is none that its field can have.';
  return { status: isNoId ? 404 : 400, response: { errors: [{ message }] } };
};

/** The class of SQLSTATEs of what is no number, no moment, no choice, no text, or too large. */
const dataException = '22';

/** As of a date with a pattern. */
const noSuchComparison = '42883';
