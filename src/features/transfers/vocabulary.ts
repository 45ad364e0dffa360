export const transferStatuses = ['draft', 'ready', 'expired', 'revoked'] as const;

export type TransferStatus = (typeof transferStatuses)[number];

/** The downloads of which the creator gets a mail: the first of each link, every one, or none. */
export const downloadNotices = ['first', 'every', 'none'] as const;

export type DownloadNotices = (typeof downloadNotices)[number];

/** The name of transfers among the kinds of links, in activity and in the email log. */
export const transferKind = 'transfer';
