/** What a record of the log's purges tells of: rows that were deleted, or an address that was erased. */
export const purgeKinds = ['purge', 'erase'] as const;

export type PurgeKind = (typeof purgeKinds)[number];
