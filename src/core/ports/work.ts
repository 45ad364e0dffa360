import type { TextKey } from '../texts/text.ts';

/** Work that waits for a reader, as a tile on top of the dashboard. The dashboard renders it. */
export interface WaitingWork {
  readonly label: TextKey;
  readonly count: number;
  /** A larger count is only said to be larger. Without it the count is exact. */
  readonly most?: number;
  /** The page of the admin UI that lists it. */
  readonly path: `/${string}`;
}
