import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { derivedKey } from './derivedKey.ts';

const version = 'v1';
const ivLength = 12;
const tagLength = 16;

const keyOf = (secret: string): Buffer => derivedKey(secret, 'stored-secrets');

/**
 * Encrypts with authentication (AES-256-GCM), under a key derived from `PAYLOAD_SECRET`.
 *
 * @param purpose the place of the secret: it does not decrypt at another place
 * @returns `v1.` and base64url
 */
export const encrypt = (text: string, secret: string, purpose: string): string => {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${sealed.toString('base64url')}`;
};

/** @throws if the text was changed, moved, or encrypted under another secret */
export const decrypt = (encrypted: string, secret: string, purpose: string): string => {
  const [prefix, data] = encrypted.split('.');
  if (prefix !== version || !data) throw new Error('This is no secret that the portal encrypted.');
  const sealed = Buffer.from(data, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, ivLength))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(-tagLength));
  return decipher.update(sealed.subarray(ivLength, -tagLength), undefined, 'utf8') + decipher.final('utf8');
};
