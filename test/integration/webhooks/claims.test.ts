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

const claim = async (all: number, underWay: Map<string, { tries: number; bytes: number }>) => {
  const tables = webhookTables(portal.payload, contextOf(options));
  const claimed = await claimDeliveries(portal.payload, tables, { all, ofOne: 20, underWay, room: 1 });
  return claimed.map(({ webhook }) => webhook);
};

/** Claims until no one may have more places, and returns the number of tries of each webhook. */
const claimAll = async (all: number): Promise<Map<string, { tries: number; bytes: number }>> => {
  const underWay = new Map<string, { tries: number; bytes: number }>();
  for (let free = all, claimed = ['']; claimed.length > 0; free -= claimed.length) {
    claimed = await claim(free, underWay);
    for (const webhook of claimed)
      underWay.set(webhook, { tries: (underWay.get(webhook)?.tries ?? 0) + 1, bytes: 0 });
  }
  return underWay;
};

const triesOf = (underWay: ReadonlyMap<string, { tries: number }>, webhooks: readonly string[]): number =>
  webhooks.reduce((sum, webhook) => sum + (underWay.get(webhook)?.tries ?? 0), 0);

const forget = () => query(portal.databaseUrl, 'delete from webhook_deliveries');

it('a new webhook of an organization whose others hang has a place at once', async () => {
  const hanging = await makeDue(many, 40, 200);
  const underWay = await claimAll(1_000);
  expect(triesOf(underWay, hanging)).toBeGreaterThan(150);
  const [healthy = ''] = await makeDue(many, 1, 1);
  expect(await claim(1_000 - triesOf(underWay, hanging), underWay)).toContain(healthy);
  await forget();
});

it('organizations share the places, whatever the number of their webhooks, and leave some to the next one', async () => {
  const attacker = await makeDue(many, 30, 40);
  const [spanning = ''] = await makeDue(null, 1, 40);
  const underWay = await claimAll(1_000);
  expect(triesOf(underWay, attacker)).toBeLessThanOrEqual(260);
  expect(triesOf(underWay, [spanning])).toBe(20);
  const [other = ''] = await makeDue(single, 1, 1);
  const free = 1_000 - triesOf(underWay, [...attacker, spanning]);
  expect(await claim(free, underWay)).toContain(other);
  await forget();
});

it('thirty organizations that hang leave places to another one', async () => {
  const hanging: string[] = [];
  for (let number = 0; number < 30; number += 1) hanging.push(...(await makeDue(null, 1, 200)));
  for (let number = 0; number < 6; number += 1) hanging.push(...(await makeDue(many, 1, 200)));
  const underWay = await claimAll(200);
  const [other = ''] = await makeDue(single, 1, 1);
  expect(await claim(200 - triesOf(underWay, hanging), underWay)).toContain(other);
  await forget();
});
