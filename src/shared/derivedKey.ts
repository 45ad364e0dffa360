import { hkdfSync } from 'node:crypto';

/** Of an app's few secrets and purposes. */
const keys = new Map<string, Buffer>();

/** A key of 32 bytes for one purpose, derived from `PAYLOAD_SECRET`: what it protects tells nothing of any other. */
export const derivedKey = (secret: string, purpose: string): Buffer => {
  const name = `${purpose} ${secret}`;
  const key = keys.get(name) ?? derive(secret, purpose);
  keys.set(name, key);
  return key;
};

const derive = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `payload-support-portal/${purpose}`, 32));
