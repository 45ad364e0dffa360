import type { TextKey, TranslateText } from '../../texts/text.ts';

/** The reason for a failed request: a sentence of the server, or the key of one of the plugin's. */
export type Reason = string | { readonly key: TextKey };

export const unreachable: Reason = { key: 'shared:server:unreachable' };
export const loggedOut: Reason = { key: 'shared:server:loggedOut' };
export const fileGone: Reason = { key: 'shared:server:fileGone' };
export const unexplained: Reason = { key: 'shared:server:unexplained' };

export const inWords = (reason: Reason, t: TranslateText): string =>
  typeof reason === 'string' ? reason : t(reason.key);
