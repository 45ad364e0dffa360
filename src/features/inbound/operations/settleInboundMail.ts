import { createLocalReq } from 'payload';
import { z } from 'zod';
import { isSpanningStaff } from '../../../core/access/roles.ts';
import { inTransaction } from '../../../core/database/transaction.ts';
import { idField, recordIdIn } from '../../../core/http/input/fields.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import type { OperationContext } from '../../../core/http/operationContext.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import { type Acceptance, acceptMail, assertDecidable } from '../acceptMail.ts';
import { blockScopes, blockSender } from '../senders/blockedSenders.ts';
import {
  findMail,
  removeRawMail,
  type Settlement,
  type StoredMail,
  settleMail,
} from '../storage/storedMail.ts';
import { inboundMail, toInboundMail } from './inboundMail.ts';
import { loadInboundMail } from './readInboundMails.ts';

const shared = {
  method: 'POST',
  who: { gate: isSpanningStaff, scope: 'tickets:write' },
  response: { output: inboundMail, status: 200 },
  errors: ['conflict'],
  load: loadInboundMail,
} as const;

const input = z
  .strictObject({
    ticket_id: idField.optional().describe('The ticket that it becomes a reply to.'),
    organization_id: idField.optional().describe('The organization of a new ticket.'),
    requester_id: idField.optional().describe('For whom the new ticket is, a client of the organization.'),
    requester_email: z
      .email('Enter an address.')
      .max(255, 'Enter at most 255 characters.')
      .optional()
      .describe('The same by address; a person without an account becomes a client. Default: the sender.'),
  })
  .superRefine(({ ticket_id, organization_id, requester_id, requester_email }, context) => {
    const reject = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if ((ticket_id === undefined) === (organization_id === undefined))
      reject([], 'Send either ticket_id or organization_id.');
    if (organization_id === undefined && requester_id !== undefined)
      reject(['requester_id'], 'Send it with organization_id.');
    if (organization_id === undefined && requester_email !== undefined)
      reject(['requester_email'], 'Send it with organization_id.');
    if (requester_id !== undefined && requester_email !== undefined)
      reject(['requester_email'], 'Send either requester_id or requester_email.');
  })
  .meta({ oneOf: [{ required: ['ticket_id'] }, { required: ['organization_id'] }] });

const acceptanceOf = ({ payload, portal }: OperationContext, wanted: z.output<typeof input>): Acceptance => {
  const { slugs } = portal.options;
  const ticketId = recordIdIn(payload, wanted, 'ticket_id');
  if (ticketId !== undefined && ticketId !== null) return { ticketId };
  return {
    organizationId: recordIdIn(payload, wanted, 'organization_id', slugs.organizations) ?? '',
    requesterId: recordIdIn(payload, wanted, 'requester_id', slugs.users) ?? null,
    requesterEmail: wanted.requester_email ?? null,
  };
};

export const acceptInboundMail = defineOperation({
  ...shared,
  name: 'accept_inbound_mail',
  summary: 'Puts a message that waits on a ticket, or makes it a ticket.',
  path: '/portal/v1/inbound-mails/{inbound_mail_id}/accept',
  input,
  examples: { input: { ticket_id: '12' } },
  async run(wanted, context, mail: StoredMail) {
    const { caller, payload, portal } = context;
    await acceptMail({ payload, portal, mail, staffId: caller.id }, acceptanceOf(context, wanted));
    return showSettled(context, mail);
  },
});

/** Settles a message that still waits as the caller has decided, in a transaction that holds its lock. */
const settleWaiting = async (
  { caller, payload, portal }: OperationContext,
  { id }: StoredMail,
  settle: (locked: StoredMail | null) => Settlement,
): Promise<void> => {
  const req = await createLocalReq({}, payload);
  await inTransaction(req, async () => {
    const locked = await findMail(req, portal, id, 'for update');
    assertDecidable(locked);
    await settleMail(req, portal, id, { ...settle(locked), settledBy: caller.id });
  });
};

export const discardInboundMail = defineOperation({
  ...shared,
  name: 'discard_inbound_mail',
  summary: 'Discards a message that waits. Its text and the raw message are deleted.',
  path: '/portal/v1/inbound-mails/{inbound_mail_id}/discard',
  input: z.strictObject({}),
  body: { isOptional: true },
  async run(_input, context, mail: StoredMail) {
    const { payload, portal } = context;
    await settleWaiting(context, mail, () => ({ outcome: 'discarded' }));
    await removeRawMail(payload, portal.options.slugs.inboundMails, mail);
    return showSettled(context, mail);
  },
});

export const markInboundMailAsSpam = defineOperation({
  ...shared,
  name: 'mark_inbound_mail_as_spam',
  summary: 'Marks a message that waits as spam: it is ignored, and kept for 30 days.',
  description: 'No one is blocked. It can still be accepted, processed again or discarded.',
  path: '/portal/v1/inbound-mails/{inbound_mail_id}/spam',
  input: z.strictObject({}),
  body: { isOptional: true },
  async run(_input, context, mail: StoredMail) {
    await settleWaiting(context, mail, (locked) => ({
      outcome: 'ignored',
      reason: 'spam',
      text: locked?.text ?? null,
    }));
    return showSettled(context, mail);
  },
});

export const blockInboundSender = defineOperation({
  ...shared,
  name: 'block_inbound_sender',
  summary: 'Blocks the sender of a message, or all senders of their domain.',
  description:
    'Their messages are ignored from now on, and those that wait are; each is kept for 30 days, and can be accepted until then. Refused (409) for addresses of the portal and of its team, and for domains of organizations or of people with an account. A reply or a ticket stays.',
  path: '/portal/v1/inbound-mails/{inbound_mail_id}/block',
  input: z.strictObject({
    scope: z
      .enum(blockScopes)
      .default('sender')
      .describe('`sender`: the address alone; `domain`: every address of its domain.'),
  }),
  body: { isOptional: true },
  examples: { input: { scope: 'sender' } },
  async run({ scope }, context, mail: StoredMail) {
    const { caller, payload, portal } = context;
    const req = await createLocalReq({}, payload);
    await inTransaction(req, () => blockSender({ req, portal, mail, scope, staffId: caller.id }));
    return showSettled(context, mail);
  },
});

const showSettled = async ({ portal, req }: OperationContext, { id }: StoredMail) => {
  const mail = await findMail(req, portal, id);
  if (!mail) throw notFound();
  return { output: toInboundMail(mail) };
};
