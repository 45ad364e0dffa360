import { linkLimits } from '../links/feature.ts';

/** Limits of upload requests. */
export const limits = {
  ...linkLimits,
  items: 50,
  files: 500,
  /** Entries of `accept`. */
  types: 20,
} as const;
