import { createHash, randomBytes } from 'node:crypto';
import { base62Of } from '../../core/shared/base62.ts';

/** What the link of a confirmation holds: 32 random bytes. The log's masking knows its prefix. */
export const makeChangeToken = (): string => `spe_${base62Of(randomBytes(32))}`;

/** What is stored of it. It has 256 random bits, so nothing slower than SHA-256 is needed. */
export const hashOfChangeToken = (token: string): string => createHash('sha256').update(token).digest('hex');
