import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { base62, base62Length, base62Of } from '../../core/shared/secrets/base62.ts';

const prefix = 'sp_live_';
const checksumLength = 6;

/**
 * Makes a key: `sp_live_`, 43 base62 characters of 32 random bytes, and 6 of their CRC-32, by which a scanner of
 * secrets tells a key from text that looks like one.
 */
export const makeKey = (random: Buffer = randomBytes(32)): string => {
  const body = base62Of(random);
  return `${prefix}${body}${checksumOf(body)}`;
};

const shape = new RegExp(`^${prefix}([\\dA-Za-z]{${base62Length}})([\\dA-Za-z]{${checksumLength}})$`);

export const isKey = (text: string): boolean => {
  const [, body, checksum] = shape.exec(text) ?? [];
  return body !== undefined && checksumOf(body) === checksum;
};

/** True if a credential has the form of one of our keys, valid or not. */
export const looksLikeKey = (text: string): boolean => text.startsWith(prefix);

/** The form in which a key is stored. A key has 256 random bits, so nothing slower than SHA-256 is needed. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** The part of a key that is shown, so that users can tell their keys apart. */
export const shownPrefixOf = (key: string): string => key.slice(0, prefix.length + 4);

const checksumOf = (body: string): string => base62(BigInt(crc32(body)), checksumLength);
