import { createHash, randomBytes } from 'node:crypto';
import { base62Of } from '../../core/shared/secrets/base62.ts';

/** A secret of 32 random bytes, in 43 letters and digits. */
export const makeToken = (): string => base62Of(randomBytes(32));

/** A secret for the link of a mail. The log's masking knows its prefix. */
export const makeLinkToken = (): string => `spl_${makeToken()}`;

/** The stored form of a secret. It has 256 random bits, so nothing slower than SHA-256 is needed. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex');
