import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { reencryptResponses } from '../../../src/core/http/idempotency/reencryptResponses.ts';
import { portalOf } from '../../../src/index.ts';
import { clientOf, keyClient } from '../../support/api/api.ts';
import { createDatabase, query, startPortal, stopAfterTest } from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

const previous = 'a secret of at least thirty-two characters';
const current = 'another secret of thirty-two characters';

const rotate = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await reencryptResponses({ client, previous, current });
    await client.query('commit');
  } finally {
    await client.end();
  }
};

const start = async (secret: string, databaseUrl?: string) =>
  stopAfterTest(
    await startPortal({
      portal: { workers: 'external' },
      app: { secret },
      ...(databaseUrl && { databaseUrl }),
    }),
  );

const age = (databaseUrl: string, key: string, hours: number) =>
  query(
    databaseUrl,
    `update support_portal.idempotency_keys set created_at = now() - $2 * interval '1 hour' where key = $1`,
    [key, hours],
  );

const keysIn = async (databaseUrl: string): Promise<string[]> =>
  (
    await query<{ key: string }>(databaseUrl, 'select key from support_portal.idempotency_keys order by key')
  ).map(({ key }) => key);

const seed = async () => {
  const portal = await start(previous);
  const { administrator, organization } = await createPeople(portal);
  const key = await keyClient(portal, administrator, { owner: administrator, organization });
  const post = (client: typeof key, name: string) =>
    client.post('/v1/tickets', { subject: name }, { 'Idempotency-Key': name });
  return { portal, key, post };
};

describe('stored responses', () => {
  it('are replayed after PAYLOAD_SECRET has changed, for any number of them', async () => {
    const { portal, key, post } = await seed();
    const { databaseUrl } = portal;
    const first = await post(key, 'kept');
    await post(key, 'old');
    await age(databaseUrl, 'old', 25);
    await query(
      databaseUrl,
      `insert into support_portal.idempotency_keys (api_key_id, path, key, fingerprint, answer)
       select api_key_id, path, 'more ' || n, fingerprint, answer
       from support_portal.idempotency_keys, generate_series(1, 1200) n where key = 'kept'`,
    );
    await rotate(databaseUrl);
    expect(await keysIn(databaseUrl)).toHaveLength(1201);
    const rotated = await start(current, databaseUrl);
    const client = clientOf(rotated, key.authorization);
    const again = await post(client, 'kept');
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    const { status } = await client.post(
      '/v1/tickets',
      { subject: 'kept' },
      { 'Idempotency-Key': 'more 1200' },
    );
    expect(status).toBe(201);
  });

  it('are not required for PAYLOAD_SECRET to change', async () => {
    await expect(rotate(await createDatabase())).resolves.toBeUndefined();
  });

  it('are deleted by the daily job after 24 hours, and not before', async () => {
    const { portal, key, post } = await seed();
    await post(key, 'old');
    await post(key, 'young');
    await age(portal.databaseUrl, 'old', 24.1);
    await age(portal.databaseUrl, 'young', 23.9);
    portalOf(portal.payload)?.work();
    await expect.poll(() => keysIn(portal.databaseUrl)).toEqual(['young']);
  });
});
