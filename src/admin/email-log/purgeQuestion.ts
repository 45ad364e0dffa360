/** What is to be purged: all, or what is older than a day (`YYYY-MM-DD`). */
export type PurgeChoice = { readonly all: true } | { readonly before: string };

/** More rows than this are deleted only after their number was typed. */
const freely = 1_000;

export const needsTyping = (count: number): boolean => count > freely;

/** Whether somebody who typed this has read how many rows it is; a thousands separator is as good as none. */
export const isConfirmed = (count: number, typed: string): boolean =>
  !needsTyping(count) || typed.replace(/[\s,.’']/g, '') === String(count);
