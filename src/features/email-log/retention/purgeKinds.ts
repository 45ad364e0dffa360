/** The kinds of records among the log's purges: deleted rows, or an erased address. */
export const purgeKinds = ['purge', 'erase'] as const;

export type PurgeKind = (typeof purgeKinds)[number];
