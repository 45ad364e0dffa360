import type { GlobalBeforeChangeHook, Payload } from 'payload';
import { encrypt } from '../src/settings/encryption.ts';
import { storedSecrets } from '../src/settings/storedSecrets.ts';

/** Takes the secrets out of a change of Settings and puts their encrypted form in. Null clears, empty leaves as is. */
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
  delete group[name];
  if (value === undefined || value === '') return;
  group[`${name}Encrypted`] = value === null ? null : encrypt(String(value), payload.config.secret, purpose);
  group[isSet] = value !== null;
};
