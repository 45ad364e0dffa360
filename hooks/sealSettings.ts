import type { GlobalBeforeChangeHook } from 'payload';
import { guardSecrets, sealSecrets } from '../src/features/settings/storedSecrets.ts';

/** Keeps the secrets of Settings from other servers, and encrypts those of a change. */
export const sealSettings: GlobalBeforeChangeHook = ({ data, originalDoc, req: { payload } }) => {
  guardSecrets(data, originalDoc ?? {});
  sealSecrets(data, payload.config.secret);
  return data;
};
