import type { LinkedRecord } from '../linkKind.ts';
import type { Proof } from './unlockCookie.ts';

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
