// The parts of this feature that other features' pages use. They run in the browser.

import { formatAdminURL } from 'payload/shared';
import {
  fileGone,
  loggedOut,
  type PortalRoute,
  personOfPage,
  type Reason,
  unexplained,
  unreachable,
} from '../../core/ui/requests/portalApi.ts';
import type { LargeFile, SentLargeFile } from './browser/sendFile.ts';

export { largeFrom } from './largeFrom.ts';

/** The function that a page without a bundler loads. */
export type SendFile = (large: LargeFile) => Promise<SentLargeFile>;

type SentInChunks =
  | Extract<SentLargeFile, { readonly ok: true }>
  | { readonly ok: false; readonly message: Reason };

/**
 * Sends a large file of the admin UI in chunks, which go on after a lost connection. Its code is loaded with the first one.
 * Never rejects.
 */
export const sendInChunks = async (
  portalRoute: PortalRoute,
  large: Omit<LargeFile, 'endpoint' | 'headers'>,
): Promise<SentInChunks> => {
  try {
    const { sendFile } = await import('./browser/sendFile.ts');
    const endpoint = formatAdminURL({
      apiRoute: portalRoute.route as `/${string}`,
      path: '/portal/v1/uploads',
    });
    const sent = await sendFile({ ...large, endpoint, headers: personOfPage(portalRoute.person) });
    if (sent.ok) return sent;
    if (sent.isGone) return { ok: false, message: fileGone };
    return { ok: false, message: sent.status === 401 ? loggedOut : (sent.message ?? unexplained) };
  } catch {
    return { ok: false, message: unreachable };
  }
};
