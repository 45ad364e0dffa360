import { describe, expect, it } from 'vitest';
import { readBounce } from '../../../src/features/inbound/bounce/readBounce.ts';
import { readMessage } from '../../../src/features/inbound/message/readMessage.ts';
import * as bounces from './bounces.ts';

const read = async (message: string) => readBounce(await readMessage(Buffer.from(message)));

const final = { address: 'ann@acme.test', state: 'bounced', isPermanent: true };
const passing = { ...final, isPermanent: false };
const delayed = { ...passing, state: 'deferred' };

describe('a bounce', () => {
  it.each([
    [
      'Postfix',
      bounces.postfix,
      [{ ...final, detail: expect.stringMatching(/^550 5\.1\.1 .*recipient table$/) }],
    ],
    [
      'Postfix, delayed',
      bounces.postfixDelayed,
      [{ ...delayed, detail: expect.stringContaining('timed out') }],
    ],
    [
      'a mailbox to which mail is forwarded',
      bounces.postfixForwarded,
      [{ ...final, detail: '552 5.2.2 Mailbox full' }],
    ],
    ['Sendmail', bounces.sendmail, [final]],
    ['a server that gave up', bounces.gaveUp, [{ ...passing, detail: '4.4.7' }]],
    ['Gmail', bounces.gmail, [final]],
    ['Exchange Online', bounces.exchangeOnline, [final]],
    ['a server that names no code', bounces.withoutCode, [final]],
    ['a server that writes UTF-8', bounces.global, [{ ...final, address: 'jürgen@acme.test' }]],
    [
      'Exim',
      bounces.exim,
      [
        {
          ...final,
          detail: expect.stringMatching(/^host .* RCPT TO:<ann@acme\.test>: 550 5\.1\.1 User unknown/),
        },
      ],
    ],
    [
      'Exim, delayed',
      bounces.eximDelay,
      [{ ...delayed, detail: expect.stringContaining('Connection timed out') }],
    ],
    ['qmail', bounces.qmail, [{ ...final, detail: expect.stringContaining('550 5.1.1 unknown user') }]],
    [
      'an old Exchange',
      bounces.oldExchange,
      [
        {
          ...final,
          detail: expect.stringMatching(/^on 2\/3\/2026 8:15 AM The e-mail account does not exist/),
        },
      ],
    ],
    ['a German Exchange', bounces.exchangeGerman, [{ ...final, address: 'ann@acme.test' }]],
    ['GMX', bounces.gmx, [{ ...final, detail: expect.stringContaining('550 No such mailbox') }]],
    ['Courier', bounces.courier, [{ ...final, detail: expect.stringContaining('550 User unknown') }]],
    ['a recipient’s provider, of a complaint', bounces.complaint, [{ ...passing, state: 'complained' }]],
  ])('of %s says whose mail came back, and why', async (_server, message, recipients) => {
    const bounce = await read(message);
    expect(bounce?.recipients).toMatchObject(recipients);
    expect(bounce?.messageIds).toContain('ours@portal.test');
  });

  it('may be about several recipients, with a fate of their own each', async () => {
    expect((await read(bounces.severalRecipients))?.recipients).toMatchObject([
      { address: 'ann@acme.test', state: 'bounced', isPermanent: true },
      { address: 'bob@acme.test', state: 'deferred' },
      { address: 'cem@acme.test', state: 'delivered' },
    ]);
  });

  it.each(Object.entries(bounces.others))('is not %s', async (_name, message) => {
    expect(await read(message)).toBeNull();
  });

  it('is cut before an address rather than within it, so that an erasure finds it', async () => {
    const long = bounces.postfix.replace(
      'User unknown in local recipient table',
      `${'so it is '.repeat(49)}<someone.else@acme.test>`,
    );
    const detail = (await read(long))?.recipients[0]?.detail;
    expect(detail).toMatch(/^550 5\.1\.1 .* so it is$/);
    expect(detail?.length).toBeGreaterThan(400);
  });

  it.each([bounces.postfix, bounces.qmail, bounces.complaint])(
    'is fit to be stored, whatever characters it holds',
    async (message) => {
      const bounce = await read(message.replaceAll('ours@', '\0ours@').replaceAll('ann@', '\0ann@'));
      expect(bounce?.recipients).toHaveLength(1);
      expect(JSON.stringify(bounce)).not.toContain('\\u0000');
    },
  );

  it('that is hostile is read in bounded time and space', async () => {
    const block = (index: number) =>
      `Final-Recipient: rfc822; ann${index}@acme.test\r\nAction: failed\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; ${'x'.repeat(900)}\r\n`;
    const many = bounces.postfix.replace(
      /Final-Recipient[\s\S]*?recipient table/,
      Array.from({ length: 5_000 }, (_, index) => block(index)).join('\r\n'),
    );
    const bounce = await read(many);
    expect(bounce?.recipients.length).toBeLessThanOrEqual(100);
    expect(bounce?.recipients[0]?.detail).toHaveLength(500);
    const folded = bounces.postfix.replace('Recipient address rejected:', `x${'\r\n  y'.repeat(50_000)}`);
    expect((await read(folded))?.recipients[0]?.detail?.length).toBeLessThanOrEqual(500);
    const dashes = bounces.plain(
      'MAILER-DAEMON@mx.example',
      'Undeliverable',
      `${'-'.repeat(400)}\r\n`.repeat(2_000),
    );
    expect((await read(dashes))?.recipients).toHaveLength(1);
  });
});
