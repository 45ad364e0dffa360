import type { UploadCredential } from '../../core/ports/upload.ts';
import { findHolder, type LinkHolder } from './holders.ts';

/** The secret of a link as a Bearer token; null without one. */
const linkIn = (headers: Headers): string | null =>
  /^Bearer +(spl_\S*) *$/i.exec(headers.get('Authorization') ?? '')?.[1] ?? null;

/** A link, as the credential of large uploads. It must be unlocked when an upload begins. */
export const linkCredential: UploadCredential = {
  scheme: 'link',
  async admit(context) {
    const token = context.portal.options.clients.disabled ? null : linkIn(context.req.headers);
    if (token === null) return null;
    const { ended, ...holder } = await findHolder(context, token);
    return { id: `link:${holder.link.id}`, value: holder, ended };
  },
};

/** The holder of a link who uploads; null for anyone else. */
export const linkHolderIn = (holder: unknown): LinkHolder | null =>
  typeof holder === 'object' && holder !== null && 'link' in holder ? (holder as LinkHolder) : null;
