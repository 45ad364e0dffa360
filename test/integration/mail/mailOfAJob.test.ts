import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emailLogOf, emptyRow } from '../../../src/features/email-log/feature.ts';
import type { MailTransport, OutgoingMail, SendResult } from '../../../src/features/mail/chain/transport.ts';
import { sendOnce } from '../../../src/features/mail/sending/portalMail.ts';
import { portalOf } from '../../../src/index.ts';
import { sessionOf } from '../../support/api/api.ts';
import { eventually } from '../../support/mail/mail.ts';
import {
  mailsSettled,
  mailsUnderWay,
  query,
  startPortal,
  stopAfterTest,
  type TestPortal,
} from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

const accepting = async ({ messageId }: OutgoingMail): Promise<SendResult> => ({
  outcome: 'accepted',
  refused: [],
  messageId,
  response: null,
});

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
};

/** A transport that records when it got a mail. */
const telling = (told: string[], name: string, send = accepting): MailTransport => ({
  name,
  send: (mail) => {
    told.push(name);
    return send(mail);
  },
});

const start = async (transport: MailTransport, databaseUrl?: string): Promise<TestPortal> =>
  stopAfterTest(
    await startPortal({
      // One mail for each ticket is enough here.
      portal: { workers: 'external', tickets: { receipts: false }, mail: { transports: [transport] } },
      ...(databaseUrl && { databaseUrl }),
    }),
  );

const rowsOf = ({ databaseUrl }: TestPortal) =>
  query<{ transport: string; status: string }>(databaseUrl, 'select transport, status from email_log');

const jobsOf = ({ databaseUrl }: TestPortal) =>
  query(databaseUrl, `select 1 from support_portal.jobs where queue = 'ticket-notices'`);

const mail = { to: 'ann@example.com', subject: 'Your ticket', text: 'Hello' };

const jobThat = (take: () => Promise<boolean>) => ({ id: randomUUID(), claims: 1, take });

describe('a mail of a job', () => {
  it('is sent after the job is taken, and has its row on disk by then', async () => {
    const told: string[] = [];
    const portal = await start(telling(told, 'fine'));
    const spool = join(portal.dataDir, 'mail-spool');
    const job = jobThat(async () => {
      const files = existsSync(spool) ? readdirSync(spool) : [];
      const onDisk = files.map((name) => readFileSync(join(spool, name), 'utf8')).join('');
      told.push(onDisk.includes('Outcome unknown') && onDisk.includes(mail.to) ? 'taken' : 'taken too early');
      return true;
    });
    await sendOnce(portal.payload, mail, job);
    expect(told).toEqual(['taken', 'fine']);
    expect(await rowsOf(portal)).toEqual([{ transport: 'fine', status: 'sent' }]);
  });

  it('says that no person wrote it', async () => {
    const headers: unknown[] = [];
    const portal = await start({
      name: 'fine',
      send: (sent) => {
        headers.push(sent.message.headers);
        return accepting(sent);
      },
    });
    const job = jobThat(async () => true);
    await sendOnce(portal.payload, mail, job);
    await sendOnce(portal.payload, { ...mail, headers: { 'Auto-Submitted': 'auto-replied' } }, job);
    expect(headers).toEqual([
      { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
    ]);
  });

  it('is not sent if another worker has taken the job, and has no row', async () => {
    const told: string[] = [];
    const portal = await start(telling(told, 'fine'));
    await sendOnce(
      portal.payload,
      mail,
      jobThat(async () => false),
    );
    expect(told).toEqual([]);
    expect(await rowsOf(portal)).toEqual([]);
    expect(await mailsUnderWay(portal)).toBe(0);
  });

  it('is not sent if the job cannot be taken, which is told', async () => {
    const told: string[] = [];
    const portal = await start(telling(told, 'fine'));
    const away = async () => {
      throw new Error('The database is away.');
    };
    await expect(sendOnce(portal.payload, mail, jobThat(away))).rejects.toThrow('The database is away.');
    expect(told).toEqual([]);
    expect(await rowsOf(portal)).toEqual([]);
    expect(await mailsUnderWay(portal)).toBe(0);
  });

  it('throws nothing if no transport takes it: the log has that', async () => {
    const refusing = async (): Promise<SendResult> => ({
      outcome: 'refused',
      error: 'no',
      undeliverable: [],
    });
    const portal = await start(telling([], 'sour', refusing));
    await sendOnce(
      portal.payload,
      mail,
      jobThat(async () => true),
    );
    expect(await rowsOf(portal)).toEqual([{ transport: 'sour', status: 'failed' }]);
  });

  it.each([
    ['has not taken its job is sent, with one row', false, ['fine'], [{ transport: 'fine', status: 'sent' }]],
    ['has taken its job is not sent again, and logged', true, [], [{ transport: null, status: 'failed' }]],
  ])('of a process that died when it %s', async (_what, isTaken, sent, rows) => {
    const told: string[] = [];
    const portal = await start(telling(told, 'fine'));
    const { client } = await createPeople(portal);
    await portal.payload.updateGlobal({
      slug: 'portal-settings',
      data: { notifications: { notificationEmail: 'desk@example.com' } },
      overrideAccess: true,
    });
    await sessionOf(portal, client).post('/tickets', { subject: 'Slow' });
    // As the dead process leaves it: claimed for minutes, with a line on disk.
    const [job] = await query<{ id: string; claims: number }>(
      portal.databaseUrl,
      `update support_portal.jobs set claims = claims + 1, is_claimed = true, due_at = now() + interval '5 minutes'
       where queue = 'ticket-notices' returning id, claims`,
    );
    if (isTaken) await query(portal.databaseUrl, 'delete from support_portal.jobs where id = $1', [job?.id]);
    const row = {
      ...emptyRow,
      created_at: new Date().toISOString(),
      status: 'failed',
      id: null,
      to: 'desk@example.com',
    };
    const spool = join(portal.dataDir, 'mail-spool');
    mkdirSync(spool, { recursive: true });
    const line = JSON.stringify({ key: 'the mail', row, state: 'underWay', job });
    writeFileSync(join(spool, 'dead.released.jsonl'), `${line}\n`);
    await emailLogOf(portal.payload)?.settle();
    portalOf(portal.payload)?.work();
    await mailsSettled(portal, 'ticket-notices');
    expect(told).toEqual(sent);
    expect(await rowsOf(portal)).toEqual(rows);
  });

  it('waits before its job is taken: no more are in flight than an SMTP server gets at once', async () => {
    const told: string[] = [];
    const answer = gate();
    const slow = telling(told, 'slow', (sent) => answer.opened.then(() => accepting(sent)));
    const portal = await start(slow);
    let taken = 0;
    const sending = Array.from({ length: 8 }, (_, number) =>
      sendOnce(
        portal.payload,
        { ...mail, subject: `${number}` },
        jobThat(async () => {
          taken += 1;
          return true;
        }),
      ),
    );
    await eventually(() => told.length === 5);
    await new Promise((later) => setTimeout(later, 200));
    expect([taken, told.length]).toEqual([5, 5]);
    answer.open();
    await Promise.all(sending);
    expect([taken, told.length]).toEqual([8, 8]);
  });

  it('is sent by no other process while a transport has it, nor after a stop', async () => {
    const told: string[] = [];
    const answer = gate();
    const silent = telling(told, 'silent', (sent) => answer.opened.then(() => accepting(sent)));
    const first = await start(silent);
    const { administrator, client } = await createPeople(first);
    await first.payload.updateGlobal({
      slug: 'portal-settings',
      data: { notifications: { notificationEmail: 'desk@example.com' } },
      overrideAccess: true,
    });
    await sessionOf(first, client).post('/tickets', { subject: 'Slow' });
    portalOf(first.payload)?.work();
    await eventually(() => told.length === 1);
    expect(await jobsOf(first)).toEqual([]);
    await first.stop();
    expect(await jobsOf(first)).toEqual([]);

    const second = await start(telling(told, 'quick'), first.databaseUrl);
    portalOf(second.payload)?.work();
    await sessionOf(second, administrator).post('/tickets', {
      subject: 'Next',
      organization: (
        await query<{ id: number }>(second.databaseUrl, 'select id from organizations limit 1')
      )[0]?.id,
      requester: client.id,
    });
    await eventually(() => told.length > 1);
    await mailsSettled(second, 'ticket-notices');
    expect(told).toEqual(['silent', 'quick']);
    answer.open();
  });
});
