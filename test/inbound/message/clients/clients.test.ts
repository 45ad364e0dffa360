import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../../src/features/inbound/message/readMessage.ts';
import { clientMessages } from './messages.ts';

const part = (type: string, body: string): string =>
  `Content-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(body).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`;

const replyOf = async (body: string, subject = 'Re: Printer'): Promise<string[]> => {
  const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
  const raw = `From: Ann <ann@client.example>\r\nTo: support+12-1m8kx0c2a9f3z@example.com\r\nSubject: ${encoded}\r\nMIME-Version: 1.0\r\n${body}`;
  const { reply } = await readMessage(Buffer.from(raw));
  return linesOf(reply);
};

const linesOf = (text: string): string[] =>
  text.split('\n').filter((line) => line.trim() !== '' && line !== '>');

const rows = Object.entries(clientMessages);

describe('the reply in HTML alone', () => {
  it.each(rows)('%s', async (_name, { html, reply, subject }) => {
    expect(await replyOf(part('html', html), subject)).toEqual(linesOf(reply));
  });
});

describe('the reply in plain text beside HTML', () => {
  it.each(rows.filter(([, { plain }]) => plain !== undefined))('%s', async (_name, message) => {
    const { plain = '', html, reply, subject } = message;
    const parts = [part('plain', plain), part('html', html)].map((one) => `--b0\r\n${one}`).join('');
    const body = `Content-Type: multipart/alternative; boundary=b0\r\n\r\n${parts}--b0--\r\n`;
    // Outlook's rule above a header is in the HTML alone.
    const lines = linesOf(reply).filter((line) => line !== '----------');
    expect(await replyOf(body, subject)).toEqual(lines);
  });
});
