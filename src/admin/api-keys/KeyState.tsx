import { Pill } from '@payloadcms/ui';
import { type KeyState, keyStateOf } from '../../api-keys/keyState.ts';

/** A key as the CMS gives it to its admin UI. */
export interface KeyDocument {
  readonly id: number | string;
  readonly name: string;
  readonly prefix: string;
  readonly owner?: unknown;
  readonly organization?: unknown;
  readonly spans?: boolean | null;
  readonly scopes: readonly string[];
  readonly expiresAt: string;
  readonly revokedAt?: string | null;
}

const styles = {
  active: 'success',
  'expires soon': 'warning',
  expired: 'light-gray',
  revoked: 'error',
  'owner deleted': 'error',
  'organization deleted': 'error',
} as const;

const words: Record<KeyState, string> = {
  active: 'Active',
  'expires soon': 'Expires soon',
  expired: 'Expired',
  revoked: 'Revoked',
  'owner deleted': 'Refused: owner deleted',
  'organization deleted': 'Refused: organization deleted',
};

export const stateOfDocument = ({
  owner,
  organization,
  spans,
  expiresAt,
  revokedAt,
}: KeyDocument): KeyState =>
  keyStateOf(
    {
      expiresAt: new Date(expiresAt),
      revokedAt: revokedAt ? new Date(revokedAt) : null,
      hasOwner: Boolean(owner),
      hasReach: Boolean(spans || organization),
    },
    new Date(),
  );

/** Whether there is anything left to revoke. */
export const isRevocable = (state: KeyState): boolean => state !== 'revoked' && state !== 'expired';

/** The state of a key in words and in colour. */
export const KeyStatePill = ({ state }: { state: KeyState }) => (
  <Pill pillStyle={styles[state]} size="small">
    {words[state]}
  </Pill>
);
