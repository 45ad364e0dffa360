import { expect, it } from 'vitest';
import { readHeaders } from '../../../src/features/inbound/message/readHeaders.ts';

const bytesOf = (...lines: string[]): Uint8Array =>
  new TextEncoder().encode(`${lines.join('\r\n')}\r\n\r\nHi`);

/** A field of a list in groups, in which the address is that of each. */
const groups = (length: number): string => `To: ${'g:a@b.example,'.repeat(length / 14)}`;

it('reads as much of a header as people write, however long it is', async () => {
  const from = 'From: Ann <ann@acme.example>';
  const usual = await readHeaders(bytesOf(groups(20_000), from, 'Subject: Hello'));
  expect(usual).toMatchObject({ from: 'ann@acme.example', subject: 'Hello', author: { kind: 'one' } });
  const long = await readHeaders(bytesOf(from, groups(200_000), 'Subject: Hello'));
  expect(long).toMatchObject({ from: 'ann@acme.example', subject: null, author: { kind: 'one' } });
});
