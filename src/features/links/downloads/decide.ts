import type { PartRange } from '../../files/feature.ts';

/** A download that has begun, and is not complete. */
export interface BegunDownload {
  readonly id: string;
  /** The parts that are going out at this moment. */
  readonly sending: readonly PartRange[];
}

interface Situation {
  readonly range: PartRange;
  /** Number of bytes of the whole. */
  readonly size: number;
  /** The downloads of the same file by the same link, of the last 24 hours; the one that went on last comes first. */
  readonly begun: readonly BegunDownload[];
  /** The id of the last complete one of the last 24 hours whose end was not repeated; null if there is none. */
  readonly complete: string | null;
  /** Complete ones, and begun ones of a zip that holds the file. */
  readonly others: number;
  /** It is null for any number. */
  readonly most: number | null;
}

type Decision =
  /** Goes on with a download: it is the same one, however often it broke off. */
  | { readonly kind: 'same'; readonly id: string }
  /** Sends the end of a complete download again. */
  | { readonly kind: 'repeat'; readonly id: string }
  | { readonly kind: 'new' }
  /** Another download has to break off first. */
  | { readonly kind: 'busy' }
  | { readonly kind: 'used-up' };

/**
 * Decides to which download a request for bytes belongs. A request for bytes that are already going out is another
 * download: twenty at once are counted as twenty, or as one, if no more is allowed.
 *
 * A download can break off after its last byte was sent, for operating systems and proxies hold bytes that the client has
 * not got. The request that goes on then still belongs to it, once: otherwise a client that asks again and again would get
 * the whole file but its first byte without a count.
 */
export const decideDownload = ({ range, size, begun, complete, others, most }: Situation): Decision => {
  const same = begun.find(({ sending }) => !sending.some((part) => overlaps(part, range)));
  if (same) return { kind: 'same', id: same.id };
  if (complete !== null && range.start > 0 && range.start >= size - held)
    return { kind: 'repeat', id: complete };
  if (most === null || others + begun.length < most) return { kind: 'new' };
  return begun.length > 0 ? { kind: 'busy' } : { kind: 'used-up' };
};

/** The most bytes that may have been sent without having arrived: buffers of connections grow to several MiB. */
const held = 8 * 1024 * 1024;

const overlaps = (one: PartRange, other: PartRange): boolean =>
  one.start <= other.end && other.start <= one.end;
