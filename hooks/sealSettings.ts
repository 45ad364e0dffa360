import type { GlobalBeforeChangeHook, Payload } from 'payload';
import { storedSecrets } from '../src/settings/storedSecrets.ts';
import { encrypt } from '../src/shared/encryption.ts';

/**
 * Puts the encrypted form of a secret into a change of Settings; the secret itself is a virtual field, which is
 * checked and not stored. Null clears it, an empty one leaves it as it is.
 */
export const sealSettings: GlobalBeforeChangeHook = ({ data, req: { payload } }) => {
  for (const secret of storedSecrets) {
    const group = data.notifications?.[secret.group];
    if (group) sealIn(group, secret, payload);
  }
  return data;
};

const sealIn = (
  group: Record<string, unknown>,
  { name, isSet, purpose }: (typeof storedSecrets)[number],
  payload: Payload,
): void => {
  const { [name]: value } = group;
  if (value === undefined || value === '') return;
  group[`${name}Encrypted`] = value === null ? null : encrypt(String(value), payload.config.secret, purpose);
  group[isSet] = value !== null;
};
