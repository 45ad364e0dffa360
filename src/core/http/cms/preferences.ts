import type { PayloadRequest } from 'payload';
import { runStatement } from '../../database/statement.ts';
import { tableOf } from '../../database/table.ts';
import { inTransaction } from '../../database/transaction.ts';
import { validationFailed } from '../../shared/errors/errors.ts';
import { isTooLong } from '../../shared/text/text.ts';
import { say } from '../../texts/say.ts';
import { boundBody } from './boundBody.ts';

/** The CMS's collection of the admin UI's settings for a person, such as columns, filters and folded parts. */
export const preferencesSlug = 'payload-preferences';

/** The largest preference in bytes. A list of many columns takes a few thousand. */
const largest = 64 * 1024;

/** The longest name in characters: names of lists and documents. No index has room for any. */
const longestKey = 255;

/** Preferences of a client, who has no use for them. The admin UI keeps one for each document that staff open. */
const mostOfClient = 100;

/**
 * Limits the preferences of a person: if each took 5 MiB, under any number of names, one list of them would fill the
 * memory.
 *
 * @returns the size of the body in bytes
 * @throws {ApiError} `payload_too_large`, `bad_request`, `validation_failed`
 */
export const boundPreference = async (req: PayloadRequest, isTeam: boolean): Promise<number> => {
  const size = await boundBody(req, isTeam, largest);
  const { method, routeParams } = req;
  if (method === 'POST' && isTooLong(String(routeParams?.key ?? ''), longestKey))
    throw validationFailed([{ path: 'key', message: say('errors:text:tooLong', { most: longestKey }) }]);
  return size;
};

/**
 * Keeps a preference if its person has few. A client's are counted under a lock of the account: of many that come at once, each
 * would find few.
 *
 * @throws {ApiError} `validation_failed`
 */
export const keepFewPreferences = (
  req: PayloadRequest,
  isTeam: boolean,
  keep: () => Promise<Response>,
): Promise<Response> => {
  const { method, payload, user } = req;
  if (method !== 'POST' || isTeam || !user) return keep();
  return inTransaction(req, async () => {
    const users = tableOf(payload, user.collection);
    await runStatement(req, `select 1 from ${users} where id = $1 for no key update`, [user.id]);
    // The count of the person's own preferences, whatever their role may read.
    const { totalDocs } = await payload.count({
      collection: preferencesSlug,
      overrideAccess: true,
      req,
      where: { 'user.value': { equals: user.id }, 'user.relationTo': { equals: user.collection } },
    });
    if (totalDocs < mostOfClient) return keep();
    const message = say('errors:tooManyPreferences', { most: mostOfClient });
    throw validationFailed([{ path: 'key', message }]);
  });
};
