import type { GlobalBeforeChangeHook } from 'payload';
import { sealSecrets } from '../src/features/settings/storedSecrets.ts';

/** Encrypts the secrets of a change of Settings. */
export const sealSettings: GlobalBeforeChangeHook = ({ data, req: { payload } }) => {
  sealSecrets(data, payload.config.secret);
  return data;
};
