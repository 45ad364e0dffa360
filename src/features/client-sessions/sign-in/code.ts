import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../../../core/shared/secrets/encryption.ts';

/** Number of digits: with six, a guesser of a thousand addresses would hit one in two days. */
const length = 8;

/** Wrong codes that end an attempt. */
export const mostTries = 5;

export const makeCode = (): string => String(randomInt(10 ** length)).padStart(length, '0');

/** The code as people read it: `1234 5678`. */
export const inGroups = (code: string): string => `${code.slice(0, length / 2)} ${code.slice(length / 2)}`;

/** The digits that a person typed, without blanks and hyphens. */
export const typedCode = (text: string): string => text.replace(/[\s\u2010-\u2015-]/g, '');

/** True for a typed text that has the form of a code. */
export const isWholeCode = (text: string): boolean => /^\d{8}$/.test(typedCode(text));

interface CodeOf {
  readonly attempt: string;
  readonly code: string;
  /** `PAYLOAD_SECRET`. */
  readonly secret: string;
}

/**
 * The stored form of a code. A hash alone would not protect 27 bits, but the key is not in the database; the attempt is a
 * part of it, so that equal codes differ.
 */
export const hashOfCode = ({ attempt, code, secret }: CodeOf): string =>
  createHmac('sha256', derivedKey(secret, 'sign-in-codes')).update(`${attempt} ${code}`).digest('hex');

/** @param stored null if no code was mailed */
export const isCode = (given: CodeOf, stored: string | null): boolean => {
  const hash = Buffer.from(hashOfCode(given));
  return timingSafeEqual(hash, Buffer.from(stored ?? '0'.repeat(hash.length))) && stored !== null;
};
