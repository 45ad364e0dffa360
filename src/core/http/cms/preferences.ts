import type { PayloadRequest } from 'payload';
import { validationFailed } from '../../shared/errors/errors.ts';
import { say } from '../../texts/say.ts';
import { boundBody } from './boundBody.ts';

/** The CMS's collection of the admin UI's settings for a person, such as columns, filters and folded parts. */
export const preferencesSlug = 'payload-preferences';

/** The largest preference in bytes. A list of many columns takes a few thousand. */
const largest = 64 * 1024;

/** Preferences of a client, who has no use for them. The admin UI keeps one for each document that staff open. */
const mostOfClient = 100;

/**
 * Limits the preferences of a person: if each took 5 MiB, under any number of names, one list of them would fill the
 * memory.
 *
 * @throws {ApiError} `payload_too_large`, `validation_failed`
 */
export const boundPreference = async (req: PayloadRequest, isTeam: boolean): Promise<void> => {
  await boundBody(req, isTeam, largest);
  const { method, payload, user } = req;
  if (method !== 'POST' || isTeam || !user) return;
  // The count of the person's own preferences, whatever their role may read.
  const { totalDocs } = await payload.count({
    collection: preferencesSlug,
    overrideAccess: true,
    where: { 'user.value': { equals: user.id }, 'user.relationTo': { equals: user.collection } },
  });
  if (totalDocs >= mostOfClient)
    throw validationFailed([
      { path: 'key', message: say('errors:tooManyPreferences', { most: mostOfClient }) },
    ]);
};
