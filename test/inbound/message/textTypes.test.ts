import { expect, it } from 'vitest';
import { readMessage } from '../../../src/features/inbound/message/readMessage.ts';

it.each([
  ['text/markdown', 'The **lamp** is red.', 'The **lamp** is red.'],
  ['text/enriched', '<bold>The lamp</bold>\nis <<red>.\n\nAll day.', 'The lamp is <red>.\nAll day.'],
  ['text/richtext', 'The <bold>lamp</bold><nl>is red.', 'The lamp\nis red.'],
])('%s alone is the text', async (type, body, reply) => {
  const read = await readMessage(Buffer.from(`From: a@example.com\r\nContent-Type: ${type}\r\n\r\n${body}`));
  expect({ reply: read.reply, files: read.attachments.length }).toEqual({ reply, files: 0 });
});
