import { createHash, timingSafeEqual } from 'node:crypto';
import type { Payload } from 'payload';
import type { PortalContext } from '../context.ts';
import { assertDatabaseAnswers } from '../database/assertPostgres.ts';
import { ApiError, notFound } from '../shared/errors/errors.ts';
import type { Holders } from './operation.ts';

interface SharedSecret extends Pick<Holders, 'schemes' | 'description'> {
  /** Returns null while none is set. */
  read(payload: Payload, portal: PortalContext): Promise<string | null>;
  /** The message of the 401. */
  readonly refusal: string;
  /** Takes the secret as the password of HTTP Basic, too. */
  readonly takesBasic?: boolean;
  /** True if the address does not exist while no secret is set. */
  readonly isHidden?: boolean;
}

/** The callers who hold a secret, which belongs to no user, as a Bearer token. */
export const holdersOfSecret = ({
  read,
  refusal,
  takesBasic = false,
  isHidden = false,
  ...documents
}: SharedSecret): Holders<null> => ({
  ...documents,
  async admit({ payload, portal, req }) {
    await assertDatabaseAnswers(payload);
    const secret = await read(payload, portal);
    if (isHidden && secret === null) throw notFound();
    const given = givenSecret(req.headers.get('Authorization'), takesBasic);
    if (given !== null && isSecret(given, secret)) return null;
    throw new ApiError('unauthorized', refusal);
  },
});

/** The bytes of the secret that a header holds; any secret that fits into one will do. Returns null if there is none. */
export const givenSecret = (authorization: string | null, takesBasic: boolean): Buffer | null => {
  const [, scheme = '', given = ''] = /^(\w+) +(\S.*)$/.exec(authorization ?? '') ?? [];
  // A header's characters stand for bytes.
  if (/^bearer$/i.test(scheme)) return Buffer.from(given, 'latin1');
  if (!takesBasic || !/^basic$/i.test(scheme)) return null;
  const pair = Buffer.from(given, 'base64');
  const colon = pair.indexOf(':');
  return colon < 0 ? null : pair.subarray(colon + 1);
};

/** Compares in constant time. Without a secret nothing is it. */
const isSecret = (given: Buffer, secret: string | null): boolean =>
  Boolean(secret?.trim()) && timingSafeEqual(digest(given), digest(Buffer.from(secret?.trim() ?? '')));

const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
