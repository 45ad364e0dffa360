import { expect, it } from 'vitest';
import { type InboundMessage, readMessage } from '../../../src/features/inbound/message/readMessage.ts';

const attribution = 'On Mon, Mar 11, 2024 at 10:00 AM Support <support@portal.example> wrote:';

const head = (type: string): string =>
  [
    'From: Ann Lee <ann@client.example>',
    'To: support+12-1m8kx0c2a9f3z@portal.example',
    'Subject: Re: [#12] Printer',
    'In-Reply-To: <1@portal.example>',
    'MIME-Version: 1.0',
    `Content-Type: ${type}`,
  ].join('\r\n');

const read = (lines: readonly string[], type = 'text/plain; charset=utf-8; format=flowed') =>
  readMessage(Buffer.from(`${head(type)}\r\n\r\n${lines.join('\r\n')}\r\n`));

const replyOf = async (lines: readonly string[], type?: string): Promise<string> =>
  (await read(lines, type)).reply;

it('an answer below a quoted line with a space at its end is the person’s', async () => {
  const lines = ['Hello,', '', attribution, '> Is it fixed? ', 'Yes, it prints.'];
  expect(await replyOf(lines)).toBe('Hello,\n\n> Is it fixed?\n\nYes, it prints.');
  expect(await replyOf(lines.slice(2))).toBe('Yes, it prints.');
});

it('the words above a quoted line are not part of the quote', async () => {
  expect(await replyOf(['It is in the ', '> Log: ', '> lost', '', attribution, '> Old'])).toBe(
    'It is in the\n\n> Log: lost',
  );
});

it('a quote that its program broke is whole, at each depth', async () => {
  expect(
    await replyOf([attribution, '> Is it ', '> fixed?', 'Yes. ', 'Now.', '>> Is it ', '>> on?', 'No.']),
  ).toBe('> Is it fixed?\n\nYes. Now.\n\n>> Is it on?\n\nNo.');
});

it('a blank line and the rule of a signature end a paragraph', async () => {
  expect(await replyOf(['It prints. ', '', 'Now the lamp is red. ', '-- ', 'Ann Lee'])).toBe(
    'It prints.\n\nNow the lamp is red.',
  );
});

it('the space before a break is no part of the text if the client says so', async () => {
  const type = 'text/plain; charset=iso-2022-jp; delsp=yes; format="flowed"';
  expect(await replyOf(['\x1b$B$3$l$O\x1b(B ', '\x1b$BD9$$\x1b(B '], type)).toBe('これは長い');
});

it('a file keeps its lines', async () => {
  const file = 'Content-Type: text/plain; format=flowed\r\nContent-Disposition: attachment; filename=a.txt';
  const parts = ['', 'Yes.', '--b', ...file.split('\r\n'), '', '> a ', '> b', '--b--'];
  const message: InboundMessage = await read(['--b', ...parts], 'multipart/mixed; boundary=b');
  expect(message.reply).toBe('Yes.');
  expect(message.attachments.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['> a \n> b\n']);
});
