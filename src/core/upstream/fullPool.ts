import type { AfterErrorHook, Config } from 'payload';
import type { Pool } from 'pg';
import { noConnection, retryAfter, sqlStateOf, toApiError } from '../shared/errors/errors.ts';
import { inWords } from '../texts/say.ts';
import { textsBy } from '../texts/text.ts';

/**
 * Upstream: the error of pg-pool (3.14) for a pool without a free connection differs from others by its message alone, and
 * the CMS answers 500 to it. No report is known.
 * Goes when: that error has a code, and the CMS answers 503.
 *
 * Gives it the SQLSTATE with which PostgreSQL itself refuses one connection too many. The other errors without a code are
 * those of a connection that is not made in time, and of a pool that has ended.
 */
export const nameFullPool = (pool: Pool): void => {
  const connect = pool.connect.bind(pool) as (callback?: Callback) => Promise<unknown> | undefined;
  const connectNamed = (callback?: Callback) =>
    callback
      ? connect((error, ...given) => callback(error && withoutConnection(error), ...given))
      : connect()?.catch((error: Error) => Promise.reject(withoutConnection(error)));
  pool.connect = connectNamed as Pool['connect'];
};

type Callback = (error: Error | undefined, ...given: unknown[]) => void;

/** Gives an error a SQLSTATE, unless it has a code. */
export const withoutConnection = (error: Error): Error =>
  sqlStateOf(error) === null && !('code' in error) ? Object.assign(error, { code: noConnection }) : error;

/** Answers 503 in the CMS's own REST and GraphQL. */
export const respondToFullPool = (config: Config): Config => ({
  ...config,
  hooks: { ...config.hooks, afterError: [respondBusy, ...(config.hooks?.afterError ?? [])] },
});

const respondBusy: AfterErrorHook = ({ error, graphqlResult, req }) => {
  const thrown: unknown = graphqlResult ? Reflect.get(error, 'originalError') : error;
  if (sqlStateOf(thrown) !== noConnection) return;
  const { status, sentence } = toApiError(thrown);
  const message = inWords(sentence, textsBy(req.t));
  req.responseHeaders = new Headers(req.responseHeaders);
  req.responseHeaders.set('Retry-After', retryAfter);
  if (graphqlResult) {
    const extensions = { ...graphqlResult.extensions, statusCode: status };
    return { graphqlResult: { ...graphqlResult, message, extensions } };
  }
  return { status, response: { errors: [{ message }] } };
};
