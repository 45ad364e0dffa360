import { nodemailerAdapter } from '@payloadcms/email-nodemailer';
import { expect, it, onTestFinished } from 'vitest';
import { query, startPortal, stopAfterTest } from '../support/portal/payload.ts';
import { startSmtpServer } from '../support/servers/smtpServer.ts';

it('the CMS’s own adapter for SMTP: the log says what its server took, and what it refused', async () => {
  const server = await startSmtpServer({
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('nobody@') ? new Error('No such user') : null),
  });
  onTestFinished(() => server.close());
  const email = nodemailerAdapter({
    defaultFromName: 'App',
    defaultFromAddress: 'app@example.com',
    skipVerify: true,
    transportOptions: { host: '127.0.0.1', port: server.port, ignoreTLS: true },
  });
  const { payload, databaseUrl } = stopAfterTest(await startPortal({ app: { email } }));
  const mail = { subject: 'Your transfer is ready', text: 'Hello' };
  await payload.sendEmail({ ...mail, to: 'ann@example.com' });
  await expect(payload.sendEmail({ ...mail, to: 'nobody@example.com' })).rejects.toThrow();
  expect(server.mails.map(({ recipients }) => recipients)).toEqual([['ann@example.com']]);
  expect(
    await query(databaseUrl, 'select "to", transport, status, error from email_log order by id'),
  ).toEqual([
    { to: 'ann@example.com', transport: 'nodemailer', status: 'sent', error: null },
    {
      to: 'nobody@example.com',
      transport: 'nodemailer',
      status: 'failed',
      error: expect.stringContaining('550 No such user'),
    },
  ]);
});
