import type { CollectionAfterChangeHook, CollectionBeforeChangeHook } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import { factOf, setFact } from '../../core/request/facts.ts';
import { askEmailChange, newEmailOf } from './askEmailChange.ts';

declare module '../../core/request/facts.ts' {
  interface RequestFacts {
    /** The address that the person who changes their account wants instead of theirs. Set and read by the hooks below. */
    wantedEmail: string;
  }
}

/**
 * Keeps the address of a person, of any role, who changes their own: an address counts as proof of who someone is. The
 * answer is the same whatever address was sent, so it tells no one who has an account.
 */
export const keepOwnEmail =
  (portal: PortalContext): CollectionBeforeChangeHook =>
  async ({ data, operation, originalDoc, req }) => {
    const principal = portal.principalOf(req.user);
    if (operation !== 'update' || !principal || String(principal.id) !== String(originalDoc?.id)) return data;
    const from = String(originalDoc.email);
    const wanted = await newEmailOf({ req, portal, principal, from }, data.email);
    setFact(req, 'wantedEmail', wanted ?? undefined);
    return { ...data, email: from };
  };

/**
 * Asks a person who changes their own address to confirm the new one, once the rest of the change is stored: it may be the
 * password.
 */
export const askOwnEmail =
  (portal: PortalContext): CollectionAfterChangeHook =>
  async ({ doc, req }) => {
    const principal = portal.principalOf(req.user);
    const to = factOf(req, 'wantedEmail');
    if (to === undefined || !principal || String(principal.id) !== String(doc.id)) return;
    setFact(req, 'wantedEmail', undefined);
    await askEmailChange({ req, portal, principal, from: String(doc.email) }, to);
  };
