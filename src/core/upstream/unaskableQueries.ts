import { type BaseDatabaseAdapter, type CollectionSlug, NotFound, type PayloadRequest } from 'payload';
import { unaskable } from '../database/queryBounds.ts';
import { ApiError, isErrorOfCms } from '../shared/errors/errors.ts';

/**
 * Upstream: the CMS fails on a filter that SQL cannot express, such as `near` on a text, and on the versions of a collection
 * that has none, and answers 500. https://github.com/payloadcms/payload/issues/9821 is akin.
 * Goes when: the CMS rejects such filters, and answers 404 if there are no versions.
 *
 * Answers 400 and 404, on each of its APIs.
 */
export const rejectUnaskableQueries = (adapter: BaseDatabaseAdapter): void => {
  const replace = (name: keyof BaseDatabaseAdapter, build: (ask: Ask) => Ask): void => {
    const ask = adapter[name] as Ask | undefined;
    if (ask) Object.assign(adapter, { [name]: build(ask.bind(adapter)) });
  };
  for (const name of asking)
    replace(name, (ask) => async (args) => {
      try {
        return await ask(args);
      } catch (error) {
        if (!isStumble(error)) throw error;
        // It may be a mistake of the app's own code, after all.
        adapter.payload.logger.info({ err: error, msg: 'A filter could not be expressed in SQL.' });
        throw new ApiError('bad_request', unaskable, { cause: error });
      }
    });
  for (const name of askingForVersions)
    replace(name, (ask) => async (args) => {
      const { config } = adapter.payload.collections[args.collection as CollectionSlug] ?? {};
      if (!config?.versions) throw new NotFound(args.req?.t);
      return ask(args);
    });
};

type Ask = (args: { collection: string; req?: PayloadRequest }) => Promise<unknown>;

const askingForVersions = ['findVersions', 'countVersions', 'queryDrafts'] as const;

const asking = ['find', 'findOne', 'findDistinct', 'count', ...askingForVersions] as const;

/** Such an error comes from no statement: the SQL is not made yet. The CMS's own has the status that it gives to mistakes of code. */
const isStumble = (error: unknown): boolean =>
  error instanceof TypeError || error instanceof RangeError || (isErrorOfCms(error) && error.status === 500);
