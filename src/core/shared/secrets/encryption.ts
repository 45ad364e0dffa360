import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

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
  if (prefix !== version || !data) throw new Error('This is not a secret that the portal encrypted.');
  const sealed = Buffer.from(data, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), sealed.subarray(0, ivLength))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(-tagLength));
  return decipher.update(sealed.subarray(ivLength, -tagLength), undefined, 'utf8') + decipher.final('utf8');
};

/** Derived keys of an app's few secrets and purposes. */
const keys = new Map<string, Buffer>();

/** A key of 32 bytes for one purpose, derived from `PAYLOAD_SECRET`: one key reveals nothing about another. */
export const derivedKey = (secret: string, purpose: string): Buffer => {
  const name = `${purpose} ${secret}`;
  const key = keys.get(name) ?? derive(secret, purpose);
  keys.set(name, key);
  return key;
};

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `payload-support-portal/${purpose}`, 32));
