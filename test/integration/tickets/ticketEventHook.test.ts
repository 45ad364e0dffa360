import { createLocalReq } from 'payload';
import type { AfterTicketEventHook, TicketEvent } from 'payload-support-portal';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '../../../src/core/database/transaction.ts';
import { type Client, keyClient } from '../../support/api/api.ts';
import { eventually } from '../../support/mail/mail.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople, type People } from '../../support/portal/people.ts';

/** The ticket events that an app's own hooks get. */

let portal: TestPortal;
let people: People;
let client: Client;
let staff: Client;
const heard: TicketEvent[] = [];
/** Whether the ticket of each event was committed when its hook was called. */
const wereCommitted: boolean[] = [];

const listen: AfterTicketEventHook = async ({ event, payload, req }) => {
  // First, before any slow call: the next event does not wait for this one's hooks.
  heard.push(event);
  const id = event.event === 'ticket.replied' ? event.data.ticket_id : event.data.id;
  const found = await query(portal.databaseUrl, 'select 1 from tickets where id = $1', [id]);
  wereCommitted.push(found.length === 1 && payload === req.payload && !req.transactionID);
};

const thrower: AfterTicketEventHook = ({ event }) => {
  Object.assign(event.data, { id: 'another' });
  throw new Error('A hook that throws.');
};

beforeAll(async () => {
  portal = await startPortal({ portal: { hooks: { afterTicketEvent: [thrower, listen] } } });
  people = await createPeople(portal);
  const { administrator, organization } = people;
  client = await keyClient(portal, administrator, { owner: people.client, organization });
  staff = await keyClient(portal, administrator, { owner: people.editor });
});

afterAll(() => portal.stop());

beforeEach(() => {
  heard.length = 0;
  wereCommitted.length = 0;
});

it('each event of a ticket once, after its commit, though another hook throws, and there is no webhook', async () => {
  const { body: made } = await client.post('/v1/tickets', { subject: 'Printer' });
  await staff.patch(`/v1/tickets/${made.id}`, { priority: 'high' });
  await staff.post(`/v1/tickets/${made.id}/replies`, { body: 'Restart it.' });
  await staff.post(`/v1/tickets/${made.id}/replies`, { body: 'Not again!', internal: true });
  await eventually(() => wereCommitted.length === 3);
  expect(heard).toEqual([
    {
      event: 'ticket.created',
      timestamp: made.created_at,
      data: {
        id: made.id,
        subject: 'Printer',
        status: 'open',
        priority: 'medium',
        created_by: String(people.client.id),
      },
    },
    {
      event: 'ticket.updated',
      timestamp: expect.stringMatching(/Z$/),
      data: expect.objectContaining({ id: made.id, changes: { priority: { from: 'medium', to: 'high' } } }),
    },
    {
      event: 'ticket.replied',
      timestamp: expect.stringMatching(/Z$/),
      data: expect.objectContaining({ ticket_id: made.id, body: 'Restart it.' }),
    },
  ]);
  expect(wereCommitted).toEqual([true, true, true]);
});

it('nothing of a change that is undone', async () => {
  const req = await createLocalReq({}, portal.payload);
  const undone = inTransaction(req, async () => {
    await portal.payload.create({
      collection: 'tickets',
      data: { subject: 'Undone', organization: people.organization },
      overrideAccess: true,
      req,
    } as never);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await client.post('/v1/tickets', { subject: 'Kept' });
  await eventually(() => wereCommitted.length > 0);
  expect(heard.map(({ data }) => 'subject' in data && data.subject)).toEqual(['Kept']);
});
