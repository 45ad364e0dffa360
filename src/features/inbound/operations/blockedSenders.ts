import { z } from 'zod';
import { isSpanningStaff } from '../../../core/access/roles.ts';
import { iso } from '../../../core/database/time.ts';
import { defineOperation } from '../../../core/http/operation.ts';
import { notFound } from '../../../core/shared/errors/errors.ts';
import {
  isBlocked,
  listBlockedSenders as readBlockedSenders,
  unblockSender,
} from '../senders/blockedSenders.ts';

const who = { gate: isSpanningStaff, scope: 'tickets:write' } as const;

const blockedSender = z
  .strictObject({
    id: z.string(),
    sender: z
      .string()
      .describe('An address, or a domain.')
      .meta({ examples: ['spam@example.net'] }),
    user_id: z.string().describe('The member of staff who blocked it.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'BlockedSender' });

export const listBlockedSenders = defineOperation({
  name: 'list_blocked_senders',
  summary: 'Lists the addresses and domains whose messages are ignored, newest first.',
  description: 'At most 1,000, not paged.',
  method: 'GET',
  path: '/portal/v1/blocked-senders',
  who,
  input: z.strictObject({}),
  response: { output: z.strictObject({ data: z.array(blockedSender) }), status: 200 },
  async run(_input, { payload }) {
    const senders = await readBlockedSenders(payload);
    return { output: { data: senders.map((one) => ({ ...one, created_at: iso(one.created_at) })) } };
  },
});

export const unblockInboundSender = defineOperation({
  name: 'unblock_inbound_sender',
  summary: 'Ends that an address or a domain is blocked.',
  description: 'Messages that were ignored until then stay so, and can be processed again within 30 days.',
  method: 'DELETE',
  path: '/portal/v1/blocked-senders/{blocked_sender_id}',
  who,
  input: z.strictObject({}),
  response: { output: z.null(), status: 204 },
  async load({ params: { blocked_sender_id = '' }, payload }) {
    if (!(await isBlocked(payload, blocked_sender_id))) throw notFound();
    return blocked_sender_id;
  },
  async run(_input, { payload }, id: string) {
    await unblockSender(payload, id);
    return { output: null };
  },
});
