import { linkLimits } from '../links/feature.ts';

/** Limits of transfers. */
export const limits = {
  ...linkLimits,
  files: 200,
  /** All files of a transfer, in bytes. */
  bytes: 20 * 1024 ** 3,
  downloads: 1_000,
  /** Days for which the bytes outlive the links. */
  daysOfBytes: 7,
} as const;
