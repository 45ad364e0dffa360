import { linkLimits } from '../links/feature.ts';

export const transferStatuses = ['draft', 'ready', 'expired', 'revoked'] as const;

export type TransferStatus = (typeof transferStatuses)[number];

/** The downloads of which the creator gets a mail: the first of each link, every one, or none. */
export const downloadNotices = ['first', 'every', 'none'] as const;

export type DownloadNotices = (typeof downloadNotices)[number];

/** The name of transfers among the kinds of links, in activity and in the email log. */
export const transferKind = 'transfer';

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
