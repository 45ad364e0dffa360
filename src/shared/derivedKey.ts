import { hkdfSync } from 'node:crypto';

/** A key of 32 bytes for one purpose, derived from `PAYLOAD_SECRET`: what it protects tells nothing of any other. */
export const derivedKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `payload-support-portal/${purpose}`, 32));
