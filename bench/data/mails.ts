import type { Random } from './random.ts';

/** The name by which the bench's receiving server signs its verdicts. */
export const authservId = 'mx.bench.example';

const line = (random: Random, length: number): string =>
  Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz     '.charAt(random.below(31))).join('');

const paragraphs = (random: Random, count: number): string[] =>
  Array.from({ length: count }, () => line(random, 60 + random.below(200)));

const base64 = (random: Random, bytes: number): string =>
  Buffer.from(Uint8Array.from({ length: bytes }, () => random.below(256)))
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n');

const part = (boundary: string, headers: readonly string[], body: string): string =>
  [`--${boundary}`, ...headers, '', body, ''].join('\r\n');

interface NewMail {
  readonly number: number;
  readonly from: string;
  readonly ticket: string;
}

/**
 * A client's reply as mail clients write it: text and HTML with the history below. Every other one has the signature's logo,
 * every tenth a photograph.
 */
export const newMail = (random: Random, { number, from, ticket }: NewMail): string => {
  const answer = paragraphs(random, 2 + random.below(3));
  const history = paragraphs(random, 20);
  const text = [...answer, '', 'On Monday, Support wrote:', ...history.map((quoted) => `> ${quoted}`)].join(
    '\r\n',
  );
  const html = `<html><body>${answer.map((one) => `<p style="font-family: sans-serif">${one}</p>`).join('\r\n')}
<div class="gmail_quote">On Monday, Support wrote:<blockquote>${history.map((one) => `<div>${one}</div>`).join('\r\n')}</blockquote></div></body></html>`;
  const file = (name: string, bytes: number) =>
    part(
      'mixed',
      [
        `Content-Type: image/png; name="${name}"`,
        'Content-Disposition: attachment',
        'Content-Transfer-Encoding: base64',
      ],
      base64(random, bytes),
    );
  return [
    `Authentication-Results: ${authservId}; dmarc=pass header.from=${from.slice(from.lastIndexOf('@') + 1)}`,
    `Received: from mail.client.example by ${authservId}`,
    `From: ${from}`,
    'To: support@bench.example',
    `Subject: Re: [#${ticket}] VPN is slow`,
    `Message-ID: <${number}.${random.below(1_000_000_000)}@bench.example>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=mixed',
    '',
    part(
      'mixed',
      ['Content-Type: multipart/alternative; boundary=both'],
      part('both', ['Content-Type: text/plain; charset=utf-8'], text) +
        part('both', ['Content-Type: text/html; charset=utf-8'], html) +
        '--both--\r\n',
    ) +
      (number % 2 === 0 ? file('logo.png', 8_000) : '') +
      (number % 10 === 0 ? file('photograph.png', 900_000) : '') +
      '--mixed--\r\n',
  ].join('\r\n');
};
