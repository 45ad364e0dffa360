import type { CollectionBeforeValidateHook } from 'payload';
import { reaches } from '../src/access/roles.ts';
import type { PortalContext } from '../src/context.ts';
import { notFound, validationFailed } from '../src/shared/errors.ts';
import { withOwnMoments } from '../src/shared/moments.ts';
import { lockTicket } from '../src/tickets/lockTicket.ts';
import { checkRichText, toPlainText, toRichText } from '../src/tickets/richText.ts';
import { checkReply, type TextCheck } from '../src/tickets/text.ts';

/** Holds the rules of replies, and keeps each in both forms: as rich text for staff, as text for the API. */
export const buildKeepReplyRules =
  (portal: PortalContext): CollectionBeforeValidateHook =>
  async ({ data = {}, operation, req }) => {
    if (operation !== 'create') return data;
    const principal = portal.principalOf(req.user);
    if (data.body) assertRight(checkRichText(data.body));
    const text = data.body ? toPlainText(data.body) : data.text;
    assertRight(checkReply(text));
    const ticket = await lockTicket(req, portal, idOf(data.ticket));
    const organization = ticket?.organization_id ?? null;
    if (!ticket || (principal && !reaches(principal, organization))) throw notFound();
    const createdBy = data.createdBy ?? principal?.id;
    const fields = principal ? withOwnMoments(data) : data;
    return { ...fields, text, body: data.body ?? toRichText(text), organization, createdBy };
  };

const assertRight = (check: TextCheck): void => {
  if (check !== true) throw validationFailed([{ path: 'body', message: check }]);
};

const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
