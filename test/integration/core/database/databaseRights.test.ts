import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { portalOf } from 'payload-support-portal';
import { expect, it } from 'vitest';
import { keyClient } from '../../../support/api/api.ts';
import { createDatabase, query, startPortal, stopAfterTest } from '../../../support/portal/payload.ts';
import { createPeople } from '../../../support/portal/people.ts';

/** A database whose role may create tables in it, but no schema. */
const limitedDatabase = async (): Promise<{ owner: string; limited: URL; role: string }> => {
  const owner = await createDatabase();
  const role = `limited_${randomUUID().slice(0, 8)}`;
  const limited = new URL(owner);
  await query(owner, `create role ${role} login password 'secret'`);
  await query(owner, `grant usage, create on schema public to ${role}`);
  limited.username = role;
  limited.password = 'secret';
  return { owner, limited, role };
};

it('a role that may not create a schema gets one warning with the GRANT statement, and works after it', async () => {
  const { owner, limited, role } = await limitedDatabase();
  const lines: string[] = [];
  const destination = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)).msg);
      done();
    },
  });
  const portal = stopAfterTest(
    await startPortal({
      databaseUrl: limited.href,
      app: { logger: { options: { level: 'info' }, destination } },
    }),
  );
  const grant = `grant create on database "${limited.pathname.slice(1)}" to "${role}";`;
  await portalOf(portal.payload)?.work();
  // Several rounds of everything that retries.
  await sleep(6_000);
  expect(lines).toEqual([expect.stringContaining(grant)]);
  await query(owner, grant);
  await portal.payload.sendEmail({ to: 'ann@example.com', subject: 'Hello', text: '…' }).catch(() => {});
  const people = await createPeople(portal);
  const staff = await keyClient(portal, people.administrator, { owner: people.administrator });
  await expect
    .poll(async () => (await staff.get('/portal/v1/email-log')).body.data)
    .toMatchObject([{ subject: 'Hello' }]);
  await expect
    .poll(() => query(owner, `select to_regclass('support_portal.jobs') is not null as made`))
    .toEqual([{ made: true }]);
});
