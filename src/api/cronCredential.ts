import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether a header holds `CRON_SECRET`, compared in constant time. Without a
 * secret no header does.
 *
 * @param authorization the header `Authorization`; any secret that fits into one will do
 */
export const isCronCredential = (authorization: string | null, secret: string | null): boolean => {
  const given = /^Bearer +(\S.*?) *$/i.exec(authorization ?? '')?.[1];
  if (given === undefined || !secret?.trim()) return false;
  // A header's characters stand for bytes.
  return timingSafeEqual(digest(Buffer.from(given, 'latin1')), digest(Buffer.from(secret.trim())));
};

const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
