import { afterEach, expect, it, vi } from 'vitest';
import { authservId, deliver, inboundSecret, written } from '../support/mail/inbound.ts';
import { eventually } from '../support/mail/mail.ts';
import { mailsSettled, query, startPortal, type TestPortal } from '../support/portal/payload.ts';
import { createPeople } from '../support/portal/people.ts';
import { startSmtpServer } from '../support/servers/smtpServer.ts';

vi.setConfig({ testTimeout: 240_000 });

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A portal whose team is notified at the other portal's address, and whose client the other portal is. */
const startHalf = async (own: string, other: string) => {
  const smtp = await startSmtpServer();
  const portal = await startPortal({
    portal: {
      inbound: {
        address: `support@${own}`,
        secret: inboundSecret,
        trustedAuthservId: { imap: authservId, http: authservId },
      },
      rateLimit: { perMinute: 0 },
    },
  });
  closing.push(portal.stop, smtp.close);
  await portal.payload.updateGlobal({
    slug: 'portal-settings',
    data: {
      notifications: {
        from: `portal@${own}`,
        notificationEmail: `support@${other}`,
        smtp: { host: '127.0.0.1', port: smtp.port },
      },
    },
    overrideAccess: true,
  });
  const { organization } = await createPeople(portal);
  await portal.payload.create({
    collection: 'users',
    data: { email: `portal@${other}`, password: 'a password', role: 'client', organization },
    overrideAccess: true,
  });
  return { portal, smtp };
};

const countOf = async ({ databaseUrl }: TestPortal, outcome: string): Promise<number> =>
  (await query(databaseUrl, 'select 1 from inbound_mails where outcome = $1', [outcome])).length;

const countUnprocessed = async ({ databaseUrl }: TestPortal): Promise<number> =>
  (await query(databaseUrl, 'select 1 from inbound_mails where outcome is null')).length;

/** Carries each mail of one portal to the other, as mail servers do. */
const relay = (
  from: Awaited<ReturnType<typeof startHalf>>,
  to: TestPortal,
  change: (message: string) => string,
): (() => Promise<void>) => {
  let carried = 0;
  return async () => {
    for (const { content } of from.smtp.mails.slice(carried)) {
      carried += 1;
      const domain = /^From:.*@([\w.-]+)/im.exec(content)?.[1];
      const verdict = `Authentication-Results: ${authservId}; dmarc=pass header.from=${domain}`;
      await deliver(to, `${verdict}\r\nReceived: by ${authservId}\r\n${change(content)}`);
    }
  };
};

const runLoop = async (change: (message: string) => string) => {
  const one = await startHalf('one.test', 'two.test');
  const two = await startHalf('two.test', 'one.test');
  const relays = [relay(one, two.portal, change), relay(two, one.portal, change)];
  await deliver(one.portal, written({ from: 'portal@two.test', subject: 'The first' }));
  const settled = async (): Promise<void> => {
    for (const { portal } of [one, two]) {
      await eventually(async () => (await countUnprocessed(portal)) === 0, 60);
      await mailsSettled(portal, 'ticket-notices');
    }
  };
  const mails = () => one.smtp.mails.length + two.smtp.mails.length;
  // Until nothing is on its way any more, and carrying again brings nothing new.
  for (let before = -1; before !== mails(); ) {
    before = mails();
    for (const carry of relays) await carry();
    await settled();
    for (const carry of relays) await carry();
    await settled();
  }
  return { one, two };
};

it('between two portals ends with the first mail', async () => {
  const { one, two } = await runLoop((message) => message);
  expect(await countOf(one.portal, 'ticket')).toBe(1);
  // The notice of the new ticket, and its receipt.
  expect(await countOf(two.portal, 'ignored')).toBe(2);
  expect(await countOf(two.portal, 'ticket')).toBe(0);
});

it('between two portals ends by itself, though a server between them removes what says that a machine wrote', async () => {
  const { one, two } = await runLoop((message) =>
    message
      .replace(
        /^(?:Auto-Submitted|X-Auto-Response-Suppress|References|In-Reply-To):.*(?:\r\n[ \t].*)*\r\n/gim,
        '',
      )
      .replace(/^Message-ID:.*\r\n/gim, ''),
  );
  for (const { portal } of [one, two]) {
    expect(await countOf(portal, 'ticket')).toBeLessThanOrEqual(20);
    expect(await countOf(portal, 'reply')).toBeLessThanOrEqual(20);
  }
  const [row] = await query<{ reason: string }>(
    one.portal.databaseUrl,
    `select reason from inbound_mails where outcome = 'held' limit 1`,
  );
  expect(row?.reason ?? 'too_many').toBe('too_many');
});
