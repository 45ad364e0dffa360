import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload } from 'payload';
import { Webhook } from 'standardwebhooks';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { workOf } from '../../src/core/jobs/work.ts';
import { registerWebhookWorkers } from '../../src/features/webhooks/deliveries/deliver.ts';
import { makeSecret, sealSecret } from '../../src/features/webhooks/secrets/secrets.ts';
import { eventTables } from '../../src/features/webhooks/tables.ts';
import { query } from '../support/portal/payload.ts';
import { type ReceivedRequest, startHttpServer } from '../support/servers/httpServer.ts';
import { makePostgresServer } from '../support/servers/postgresServer.ts';
import { createPreparedDatabase } from './preparedDatabase.ts';
import { compilePrograms, killRounds, launch } from './processes.ts';
import { prepareDatabase } from './programs/app.ts';
import { barePortal, closeBareApp, openBareApp } from './programs/bareApp.ts';
import { publishChange } from './programs/changes.ts';

beforeAll(compilePrograms);

vi.setConfig({ testTimeout: 240_000 + killRounds * 60_000 });
// The CMS pushes the same schema to one database of a process only.
vi.stubEnv('PAYLOAD_FORCE_DRIZZLE_PUSH', 'true');

/** A crash is taken up within a minute, and the retry of a refused connection follows in seconds. */
const recovery = { timeout: 90_000, interval: 200 };

let databaseUrl: string;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

const startReceiver = async () => {
  const secret = makeSecret();
  const ids = new Map<number, Set<string>>();
  const numberOf = ({ body, headers }: ReceivedRequest): number =>
    (new Webhook(secret).verify(body, headers as Record<string, string>) as { data: { number: number } }).data
      .number;
  // Verified as they come: the verifier takes none that are older than five minutes.
  const forged: unknown[] = [];
  const take = (request: ReceivedRequest): void => {
    try {
      const number = numberOf(request);
      ids.set(number, (ids.get(number) ?? new Set()).add(String(request.headers['webhook-id'])));
    } catch (error) {
      forged.push(error);
    }
  };
  const server = await startHttpServer((response, request) => {
    take(request);
    response.writeHead(204).end();
  });
  onTestFinished(server.close);
  return {
    secret,
    url: server.url,
    /** The ids under which each number came. */
    ids: (): Map<number, Set<string>> => {
      expect(forged).toEqual([]);
      return ids;
    },
    requests: () => server.requests.length,
  };
};

const prepare = async (url: string): Promise<void> => {
  databaseUrl = url;
  receiver = await startReceiver();
  await query(databaseUrl, `create schema if not exists support_portal; ${eventTables}`);
  await query(databaseUrl, 'create table changes (number int primary key)');
  await query(
    databaseUrl,
    `insert into webhooks (url, events, status, spans, secret) values ($1, '["*"]', 'enabled', true, $2)`,
    [receiver.url, sealSecret(receiver.secret, 'a secret of at least thirty-two characters')],
  );
};

const open = (): Payload => {
  const payload = openBareApp(databaseUrl);
  onTestFinished(() => closeBareApp(payload));
  return payload;
};

const openWorker = (): Payload => {
  const payload = open();
  registerWebhookWorkers(payload, barePortal());
  workOf(payload).start();
  return payload;
};

const changes = async (): Promise<number[]> =>
  (await query<{ number: number }>(databaseUrl, 'select number from changes order by 1')).map(
    ({ number }) => number,
  );

const statuses = () =>
  query<{ status: string; count: number }>(
    databaseUrl,
    'select status, count(*)::int from webhook_deliveries group by 1',
  );

const expectAllDelivered = async (): Promise<void> => {
  const made = await changes();
  await vi.waitFor(
    async () => expect(await statuses()).toEqual([{ status: 'delivered', count: made.length }]),
    recovery,
  );
  const ids = receiver.ids();
  expect([...ids.keys()].sort((a, b) => a - b)).toEqual(made);
  expect([...ids.values()].every((of) => of.size === 1)).toBe(true);
};

describe('events', () => {
  beforeEach(async () => prepare(await createPreparedDatabase({ idType: 'uuid' })));

  it('reach a receiver once in normal life, though two workers race for them', async () => {
    openWorker();
    const payload = openWorker();
    for (let number = 0; number < 150; number++) await publishChange(payload, barePortal(), number);
    await expectAllDelivered();
    expect(receiver.requests()).toBe(150);
  });

  it(`are as many as changes, in ${killRounds} rounds of killing`, {
    timeout: 180_000 + killRounds * 20_000,
  }, async () => {
    for (let round = 0; round < killRounds; round++) {
      const worker = launch('deliverer', { databaseUrl });
      const publisher = launch('publisher', { databaseUrl, from: round * 1_000_000 });
      await Promise.all([worker.hears('ready'), publisher.hears('ready')]);
      const before = (await changes()).length;
      await vi.waitFor(async () => expect((await changes()).length).toBeGreaterThan(before), recovery);
      await sleep(Math.random() * 200);
      await publisher.kill('SIGKILL');
      await sleep(Math.random() * 100);
      await worker.kill('SIGKILL');
    }
    openWorker();
    await expectAllDelivered();
  });
});

it('events survive restarts of PostgreSQL under load', async () => {
  const postgres = await makePostgresServer();
  onTestFinished(postgres.remove);
  await prepareDatabase({ databaseUrl: postgres.url, dataDir: '.', idType: 'uuid' });
  await prepare(postgres.url);
  const payload = openWorker();
  let isEnough = false;
  const publishing = (async () => {
    for (let number = 0; !isEnough; number++) {
      await publishChange(payload, barePortal(), number).catch(() => sleep(50));
      await sleep(2);
    }
  })();
  /** A busy machine takes longer for as many. */
  const more = async (count: number): Promise<void> => {
    const before = (await changes()).length;
    await vi.waitFor(
      async () => expect((await changes()).length).toBeGreaterThanOrEqual(before + count),
      recovery,
    );
  };
  for (let restart = 0; restart < 3; restart++) {
    await more(25);
    await postgres.stop();
    await postgres.start();
  }
  await more(25);
  isEnough = true;
  await publishing;
  await expectAllDelivered();
});
