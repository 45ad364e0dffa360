import { expect, it } from 'vitest';
import { enrichedText } from '../../../src/features/inbound/message/bytes/enriched.ts';
import { readMessage } from '../../../src/features/inbound/message/readMessage.ts';
import { growthOfTenfold } from '../../support/growth.ts';

it.each([
  ['text/markdown', 'The **lamp** is red.', 'The **lamp** is red.'],
  ['text/enriched', '<bold>The lamp</bold>\nis <<red>.\n\nAll day.', 'The lamp is <red>.\nAll day.'],
  ['text/richtext', 'The <bold>lamp</bold><nl>is red.', 'The lamp\nis red.'],
])('%s alone is the text', async (type, body, reply) => {
  const read = await readMessage(Buffer.from(`From: a@example.com\r\nContent-Type: ${type}\r\n\r\n${body}`));
  expect({ reply: read.reply, files: read.attachments.length }).toEqual({ reply, files: 0 });
});

it('marks excerpts as quotes, ten deep at most, in a time that grows with the text', async () => {
  const body = 'Yes.\n\n<excerpt>Red?\n\nOr blue?</excerpt>Red.';
  const read = await readMessage(
    Buffer.from(`From: a@example.com\r\nContent-Type: text/enriched\r\n\r\n${body}`),
  );
  expect(read.text).toBe('Yes.\n> Red?\n> Or blue?\nRed.');
  expect(enrichedText('<excerpt>'.repeat(20)).split('\n').at(-1)).toBe('> '.repeat(10));
  const growth = growthOfTenfold((length) => enrichedText('<excerpt> '.repeat(length / 10)), 80_000);
  expect(growth).toBeLessThan(60);
});
