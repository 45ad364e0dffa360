import type { Side } from '../vocabulary.ts';

/**
 * The writer of a message: the team, a client, an outsider whose mail staff put on the ticket, or a person whose account is
 * gone, who may have been of either side.
 */
type Writer = Side | 'outsider' | 'gone';

interface Written {
  /** The side for which it was written; null if that is not known. */
  readonly side: Side | null;
  readonly source?: string | null | undefined;
}

/** Decides by what is stored, and not by a name, which people choose themselves. Nothing is the team's without a user of the team. */
export const writerOf = ({ side, source }: Written): Writer =>
  side ?? (source === 'email' ? 'outsider' : 'gone');
