import type { CollectionAfterChangeHook, CollectionBeforeChangeHook } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { askEmailChange, newEmailOf } from './askEmailChange.ts';

const key = 'portalEmailChange';

/**
 * Keeps the address of a person, of any role, who changes their own: an address counts as proof of who someone is. The
 * answer is the same whatever address was sent, so it tells no one who has an account.
 */
export const keepOwnEmail =
  (portal: PortalContext): CollectionBeforeChangeHook =>
  async ({ context, data, operation, originalDoc, req }) => {
    const principal = portal.principalOf(req.user);
    if (operation !== 'update' || !principal || String(principal.id) !== String(originalDoc?.id)) return data;
    const from = String(originalDoc.email);
    context[key] = await newEmailOf({ req, portal, principal, from }, data.email);
    return { ...data, email: from };
  };

/**
 * Asks a person who changes their own address to confirm the new one, once the rest of the change is stored: it may be the
 * password.
 */
export const askOwnEmail =
  (portal: PortalContext): CollectionAfterChangeHook =>
  async ({ context, doc, req }) => {
    const principal = portal.principalOf(req.user);
    const to = context[key];
    if (typeof to !== 'string' || !principal || String(principal.id) !== String(doc.id)) return;
    delete context[key];
    await askEmailChange({ req, portal, principal, from: String(doc.email) }, to);
  };
