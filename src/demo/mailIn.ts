import { setTimeout as sleep } from 'node:timers/promises';
import type { Session } from './emailLog.ts';
import { logins } from './people.ts';
import { receivingServer } from './variables.ts';

/** A message that came by mail, for the demo's output. */
export interface ArrivedMail {
  readonly from: string;
  readonly outcome: string;
  readonly ticket: string | null;
}

const messages = (ticket: string): readonly string[] => [
  message(logins.client, `Re: [#${ticket}] The VPN is slow since Monday`, [
    'It is better since this morning. Thank you!',
    '',
    'On Monday, Acme Support wrote:',
    '> Please restart the router.',
  ]),
  message('zoe@startup.example', 'Can you look after our website, too?', [
    'Globex recommended you to us.',
    '',
    '-- ',
    'Zoe Martin',
  ]),
];

const message = (from: string, subject: string, lines: readonly string[]): string =>
  [
    `Authentication-Results: ${receivingServer}; dmarc=pass header.from=${from.split('@')[1]}`,
    `Received: from mail.demo.example by ${receivingServer}`,
    `From: ${from}`,
    'To: support@acme.example',
    `Subject: ${subject}`,
    `Message-ID: <${Buffer.from(subject).toString('hex').slice(0, 30)}@demo.example>`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...lines,
    '',
  ].join('\r\n');

/** Hands over two messages as a mail server does: a client's reply, and a stranger's mail, which waits for staff. */
export const receiveMails = async (
  { address, token }: Session,
  secret: string,
  ticket: string,
): Promise<readonly ArrivedMail[]> =>
  Promise.all(
    messages(ticket).map(async (body) => {
      const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'message/rfc822' };
      const response = await fetch(`${address}/api/portal/v1/inbound`, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`Mail in answered ${response.status}: ${await response.text()}`);
      const { id } = (await response.json()) as { id: string };
      return processed(`${address}/api/portal/v1/inbound-mails/${id}`, token);
    }),
  );

const processed = async (url: string, token: string): Promise<ArrivedMail> => {
  for (;;) {
    const response = await fetch(url, { headers: { Authorization: `JWT ${token}` } });
    const mail = (await response.json()) as {
      from: string;
      outcome: string | null;
      ticket_id: string | null;
    };
    if (mail.outcome !== null) return { from: mail.from, outcome: mail.outcome, ticket: mail.ticket_id };
    await sleep(100);
  }
};
