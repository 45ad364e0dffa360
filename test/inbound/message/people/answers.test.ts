import { expect, it } from 'vitest';
import { readMessage } from '../../../../src/features/inbound/message/readMessage.ts';
import { answers } from './answers.ts';

type Answer = (typeof answers)[number];

const head = (subject = 'Re: [#12] Printer'): readonly string[] => [
  'From: Ann Lee <ann@client.example>',
  'To: support+12-1m8kx0c2a9f3z@portal.example',
  `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
  'In-Reply-To: <1@portal.example>',
  'MIME-Version: 1.0',
];

const part = (type: string, body: string): string =>
  [
    `Content-Type: text/${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n'),
  ].join('\r\n');

const bodyOf = ({ plain, html, sent }: Answer): string => {
  if (sent) {
    const [charset, encoding, body] = sent;
    return `Content-Type: text/plain; charset=${charset}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${body}`;
  }
  const parts = [plain && part('plain', plain), html && part('html', html)].filter(
    (one) => one !== undefined,
  );
  const [only = ''] = parts;
  if (parts.length < 2) return only;
  return `Content-Type: multipart/alternative; boundary=b0\r\n\r\n${parts.map((one) => `--b0\r\n${one}\r\n`).join('')}--b0--\r\n`;
};

const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && line !== '>');

const replyTo = async (answer: Answer): Promise<string[]> => {
  const raw = `${head(answer.subject).join('\r\n')}\r\n${bodyOf(answer)}`;
  return linesOf((await readMessage(Buffer.from(raw))).reply);
};

it.each(answers)('is what the person wrote: $from', async (answer) => {
  expect(await replyTo(answer)).toEqual(linesOf(answer.reply));
});

it.each(answers.filter(({ plain, html }) => plain && html))(
  'is the same in HTML alone: $from',
  async (answer) => {
    const { plain: _, ...html } = answer;
    expect(await replyTo(html)).toEqual(linesOf(answer.reply));
  },
);
