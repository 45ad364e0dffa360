import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimDeliveries } from '../../../src/features/webhooks/deliveries/claims.ts';
import { webhookTables } from '../../../src/features/webhooks/tables.ts';
import { contextOf } from '../../support/portal/context.ts';
import { query, startPortal, type TestPortal } from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

/** The share of the places that organizations get. */

let portal: TestPortal;
/** An organization with many webhooks, and one with a single one. */
let many: number;
let single: number;

const options = { workers: 'external' } as const;

beforeAll(async () => {
  portal = await startPortal({ portal: options });
  const people = await createPeople(portal);
  [many, single] = [Number(people.organization), Number(people.otherOrganization)];
});

afterAll(() => portal.stop());

/** Makes webhooks of an organization with as many due deliveries each, and returns the ids of the webhooks. */
const makeDue = async (organization: number | null, webhooks: number, each: number): Promise<string[]> => {
  const made = await query<{ id: string }>(
    portal.databaseUrl,
    `insert into webhooks (url, events, status, spans, organization_id, secret)
     select 'https://receiver.example', '["*"]', 'enabled', $1::int is null, $1, '' from generate_series(1, $2)
     returning id::text`,
    [organization, webhooks],
  );
  const ids = made.map(({ id }) => id);
  await query(
    portal.databaseUrl,
    `insert into webhook_deliveries
       (webhook_id, event, body, message_id, attempts, failures, created_at, status, next_attempt_at)
     select webhook, 'ticket.created', '{}', 'm' || webhook || number, 0, 0, now(), 'pending', now()
     from unnest($1::int[]) as webhook, generate_series(1, $2) as number`,
    [ids, each],
  );
  return ids;
};

const claim = async (all: number, underWay = new Map<string, { tries: number; bytes: number }>()) => {
  const tables = webhookTables(portal.payload, contextOf(options));
  const claimed = await claimDeliveries(portal.payload, tables, { all, ofOne: 20, underWay, room: 1 });
  return claimed.map(({ webhook }) => webhook);
};

it('an organization with many webhooks gets a quarter of the places, and others the next ones', async () => {
  const attacker = await makeDue(many, 30, 20);
  const [other = ''] = await makeDue(single, 1, 1);
  const [spanning = ''] = await makeDue(null, 1, 1);
  const first = await claim(100);
  expect(first.filter((webhook) => attacker.includes(webhook))).toHaveLength(25);
  expect(first.filter((webhook) => !attacker.includes(webhook)).toSorted()).toEqual(
    [other, spanning].toSorted(),
  );
  const underWay = new Map<string, { tries: number; bytes: number }>();
  for (const webhook of first)
    underWay.set(webhook, { tries: (underWay.get(webhook)?.tries ?? 0) + 1, bytes: 0 });
  expect(await claim(73, underWay)).toEqual([]);
  await makeDue(single, 1, 30);
  expect(await claim(73, underWay)).toHaveLength(18);
});
