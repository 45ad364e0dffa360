import type { PayloadRequest } from 'payload';
import { validationFailed } from '../../shared/errors.ts';
import { say } from '../../texts/say.ts';
import { boundBody } from './boundBody.ts';

/** The CMS's collection of what the admin UI remembers for a person: columns, filters, what is folded. */
export const preferencesSlug = 'payload-preferences';

/** The largest preference in bytes. A list of many columns takes a few thousand. */
const largest = 64 * 1024;

/** Preferences of a client, who has no use for them. The admin UI keeps one for each document that staff open. */
const mostOfClient = 100;

/**
 * Bounds what a person has the CMS remember: of 5 MiB each under any number of names, one list of them fills the memory.
 *
 * @throws {ApiError} `payload_too_large`, `validation_failed`
 */
export const boundPreference = async (req: PayloadRequest, isTeam: boolean): Promise<void> => {
  await boundBody(req, isTeam, largest);
  const { method, payload, user } = req;
  if (method !== 'POST' || isTeam || !user) return;
  const { totalDocs } = await payload.count({
    collection: preferencesSlug,
    where: { 'user.value': { equals: user.id }, 'user.relationTo': { equals: user.collection } },
  });
  if (totalDocs >= mostOfClient)
    throw validationFailed([
      { path: 'key', message: say('errors:tooManyPreferences', { most: mostOfClient }) },
    ]);
};
