import type { GlobalConfig } from 'payload';
import { lockName } from '../src/core/database/lock.ts';
import { settingsSlug } from '../src/core/shared/portal/settingsSlug.ts';
import { assertNotChangedSince } from '../src/features/settings/changedMeanwhile.ts';
import { forgetSettings } from '../src/features/settings/mailSettings.ts';
import { guardSecrets, sealSecrets, withClearedGroups } from '../src/features/settings/storedSecrets.ts';

/** The secrets of Settings are kept from other servers and stored encrypted; the next mail uses the new Settings. */
export const settingsHooks: GlobalConfig['hooks'] = {
  beforeOperation: [
    // The CMS fills the fields that a change leaves out from its reading: another change meanwhile would be undone.
    // A caller who may change nothing does not wait, and lets no one wait.
    async ({ global, operation, overrideAccess, req }) => {
      if (operation !== 'update') return;
      if (overrideAccess || (await global.access.update({ req }))) await lockName(req, settingsSlug);
    },
    // Null clears a group as it clears a field. A body of null changes nothing, as in collections.
    ({ args, operation }) => {
      if (operation === 'update' && args) args.data = withClearedGroups(args.data ?? {});
      return args;
    },
  ],
  beforeChange: [
    ({ data, originalDoc, req: { payload } }) => {
      assertNotChangedSince(data.updatedAt, originalDoc?.updatedAt);
      guardSecrets(data, originalDoc ?? {});
      sealSecrets(data, payload.config.secret);
      return data;
    },
  ],
  // Other processes read them within seconds.
  afterChange: [({ req }) => forgetSettings(req.payload)],
};
