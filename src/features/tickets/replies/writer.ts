import type { Side } from '../vocabulary.ts';

/**
 * The writer of a message: the team, a client, an outsider whose mail staff put on the ticket, or a person whose account is
 * gone, who may have been of either side.
 */
type Writer = Side | 'outsider' | 'gone';

interface Written {
  /** The side of the user who wrote it; null if no user is stored. */
  readonly side: Side | null;
  readonly source?: string | null | undefined;
}

/** Decides by what is stored, and not by a name, which people choose themselves. Nothing is the team's without a user of the team. */
export const writerOf = ({ side, source }: Written): Writer =>
  side ?? (source === 'email' ? 'outsider' : 'gone');
