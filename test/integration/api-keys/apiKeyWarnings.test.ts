import { describe, expect, it } from 'vitest';
import { makeExpiryWarnings } from '../../../src/features/api-keys/expiryWarnings.ts';
import type { MailTransport, OutgoingMail } from '../../../src/features/mail/chain/transport.ts';
import { portalOf } from '../../../src/index.ts';
import { sessionOf } from '../../support/api/api.ts';
import {
  mailsSettled,
  query,
  startPortal,
  stopAfterTest,
  type TestPortal,
} from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

const collecting = () => {
  const mails: OutgoingMail[] = [];
  const transport: MailTransport = {
    name: 'collecting',
    send: async (mail) => {
      mails.push(mail);
      return { outcome: 'accepted', refused: [], messageId: mail.messageId, response: null };
    },
  };
  return { mails, transport };
};

const start = async (databaseUrl?: string) => {
  const { mails, transport } = collecting();
  const portal = stopAfterTest(
    await startPortal({
      portal: { workers: 'external', mail: { transports: [transport] } },
      ...(databaseUrl && { databaseUrl }),
    }),
  );
  return { portal, mails };
};

/** Creates keys of the editor, and ages them by the given days. */
const keysOf = async (portal: TestPortal, lives: Record<string, { age: number; left: number }>) => {
  const { editor } = await createPeople(portal);
  const session = sessionOf(portal, editor);
  const ids: Record<string, string> = {};
  for (const [name, { age, left }] of Object.entries(lives)) {
    const { body } = await session.post('/portal/v1/api-keys', { name, owner_id: String(editor.id) });
    ids[name] = body.id;
    await query(
      portal.databaseUrl,
      `update api_keys set created_at = now() - $2 * interval '1 day', expires_at = now() + $3 * interval '1 day'
       where id = $1`,
      [body.id, age, left],
    );
  }
  return { ids, session, owner: editor.email };
};

const logged = ({ databaseUrl }: TestPortal) =>
  query<{ to: string; related_type: string; related_id: string; status: string }>(
    databaseUrl,
    `select "to", related_type, related_id, status from email_log where type = 'api_key_expiring' order by id`,
  );

const work = ({ payload }: TestPortal) => portalOf(payload)?.work();

const idle = (portal: TestPortal) => mailsSettled(portal, 'api-key-warnings');

describe('the warning of a key that expires', () => {
  it('is sent to its owner once, and names only public data of the key', async () => {
    const { portal, mails } = await start();
    const { ids, owner } = await keysOf(portal, {
      'ends soon': { age: 355, left: 10 },
      'ends later': { age: 10, left: 30 },
      'has ended': { age: 370, left: -1 },
      'was made for a week': { age: 1, left: 6 },
    });
    work(portal);
    await expect.poll(() => mails.length).toBe(1);
    await idle(portal);
    expect(await logged(portal)).toEqual([
      { to: owner, related_type: 'api_key', related_id: ids['ends soon'], status: 'sent' },
    ]);
    const { message } = mails[0] as OutgoingMail;
    expect(message.subject).toContain('ends soon');
    const [row] = await query<{ prefix: string; hash: string; day: string }>(
      portal.databaseUrl,
      `select prefix, hash, to_char(expires_at at time zone 'utc', 'YYYY-MM-DD') as day from api_keys where id = $1`,
      [ids['ends soon']],
    );
    for (const part of [row?.prefix, row?.day, 'Settings → API keys', '/admin/collections/api-keys'])
      expect(message.text).toContain(part);
    expect(message.text).not.toContain(row?.hash);
  });

  it('is sent once, regardless of the number of instances and runs', async () => {
    const { portal, mails } = await start();
    const other = await start(portal.databaseUrl);
    await keysOf(portal, { one: { age: 355, left: 10 }, two: { age: 355, left: 1 } });
    const run = ({ payload }: TestPortal) => makeExpiryWarnings(payload, 'api-keys');
    await Promise.all([run(portal), run(other.portal), run(portal), run(other.portal)]);
    await run(portal);
    work(portal);
    work(other.portal);
    const sent = () => mails.length + other.mails.length;
    await expect.poll(sent).toBe(2);
    await idle(portal);
    await idle(other.portal);
    await run(other.portal);
    await idle(portal);
    await idle(other.portal);
    expect(sent()).toBe(2);
  });

  it('is sent late after days of downtime, but not after the key has expired', async () => {
    const { portal, mails } = await start();
    await keysOf(portal, { 'still works': { age: 364.5, left: 0.5 }, 'has ended': { age: 366, left: -0.5 } });
    work(portal);
    await expect.poll(() => mails.map(({ subject }) => subject)).toHaveLength(1);
    expect(mails[0]?.subject).toContain('still works');
  });

  it('is not sent if the key was revoked after its job was created, or lost its owner or its organization', async () => {
    const { portal, mails } = await start();
    const { ids, session } = await keysOf(portal, {
      revoked: { age: 355, left: 10 },
      kept: { age: 355, left: 9 },
      ownerless: { age: 355, left: 8 },
      homeless: { age: 355, left: 7 },
    });
    await makeExpiryWarnings(portal.payload, 'api-keys');
    await session.delete(`/portal/v1/api-keys/${ids.revoked}`);
    const change = (name: string, fields: string) =>
      query(portal.databaseUrl, `update api_keys set ${fields} where id = $1`, [ids[name]]);
    await change('ownerless', 'owner_id = null');
    await change('homeless', 'spans = false, organization_id = null');
    work(portal);
    await idle(portal);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('kept')]);
  });
});
