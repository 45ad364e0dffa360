import { createHash, randomBytes } from 'node:crypto';
import { base62Of } from '../../core/shared/secrets/base62.ts';

/** The token in a confirmation's link: 32 random bytes. The log's masking knows its prefix. */
export const makeChangeToken = (): string => `spe_${base62Of(randomBytes(32))}`;

/** The form in which the token is stored. It has 256 random bits, so nothing slower than SHA-256 is needed. */
export const hashOfChangeToken = (token: string): string => createHash('sha256').update(token).digest('hex');
