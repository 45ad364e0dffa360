import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { PayloadRequest } from 'payload';
import { derivedKey } from '../../../core/shared/secrets/encryption.ts';
import { readCookie, setCookie } from '../../client-sessions/feature.ts';
import type { LinkedRecord } from '../linkKind.ts';
import type { StoredLink } from '../storedLinks.ts';

/** The next proof that a link asks for. */
export type Lock = 'password' | 'code' | 'account';

interface Proven {
  readonly proofs: readonly Proof[];
  /** True if the link's recipient is signed in. */
  readonly isRecipient: boolean;
}

/** The lock of a link for a browser; null if it is open. A password comes before any other proof. */
export const lockOf = (
  { passwordHash, access }: Pick<LinkedRecord, 'passwordHash' | 'access'>,
  { proofs, isRecipient }: Proven,
): Lock | null => {
  if (passwordHash !== null && !proofs.includes('password')) return 'password';
  if (access === 'code' && !proofs.includes('code')) return 'code';
  return access === 'account' && !isRecipient ? 'account' : null;
};

/** A proof that a browser has given at a link. */
export type Proof = 'password' | 'code';

const letters: Readonly<Record<Proof, string>> = { password: 'p', code: 'c' };

/** Time for which a link stays unlocked, in seconds. */
const lifetime = 2 * 3_600;

interface LinkLock {
  readonly req: PayloadRequest;
  readonly link: Pick<StoredLink, 'id'>;
  readonly record: Pick<LinkedRecord, 'passwordHash'>;
}

const nameOf = ({ id }: Pick<StoredLink, 'id'>) => `link-${id}` as const;

/** The proofs that this browser has given at the link within two hours. A new password ends them. */
export const proofsOf = ({ req, link, record }: LinkLock): readonly Proof[] => {
  const [until = '', proofs = '', given = ''] = readCookie(req, nameOf(link))?.split('.') ?? [];
  const expected = Buffer.from(signatureOf({ req, link, record }, `${until}.${proofs}`));
  const signature = Buffer.from(given);
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return [];
  if (Number(until) * 1_000 <= Date.now()) return [];
  return (Object.keys(letters) as Proof[]).filter((proof) => proofs.includes(letters[proof]));
};

/** The cookie of a link that was unlocked: `<Unix seconds>.<proofs>.<signature>`. */
export const unlockedCookie = (linkLock: LinkLock, proofs: readonly Proof[]): string => {
  const until = Math.floor(Date.now() / 1_000) + lifetime;
  const value = `${until}.${[...new Set(proofs)].map((proof) => letters[proof]).join('')}`;
  const { req, link } = linkLock;
  return setCookie(req, nameOf(link), `${value}.${signatureOf(linkLock, value)}`, lifetime);
};

/** Stands for the password of a link, for those who know the server's secret alone. No cookie signs this text. */
export const markOfPassword = (linkLock: LinkLock): string => signatureOf(linkLock, 'password');

const signatureOf = ({ req, link, record: { passwordHash } }: LinkLock, value: string): string =>
  createHmac('sha256', derivedKey(req.payload.secret, 'unlocked-links'))
    .update(
      `${link.id} ${createHash('sha256')
        .update(passwordHash ?? '')
        .digest('hex')} ${value}`,
    )
    .digest('base64url');
