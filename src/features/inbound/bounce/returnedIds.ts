import type { InboundMessage } from '../message/readMessage.ts';
import { readBlocks } from './fields.ts';

const mostIds = 20;
const longestId = 255;

/** What the mail that came back may be called: what the bounce returns of it tells best. */
export const returnedIds = (message: InboundMessage): readonly string[] => {
  const parts = message.attachments.filter(({ mimeType }) =>
    /^(?:message\/(?:global|rfc822|global-headers)|text\/rfc822-headers)$/.test(mimeType),
  );
  const ofParts = parts.map(({ bytes }) => readBlocks(bytes, 1)[0]?.get('message-id'));
  const status = message.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  const ofStatus = status && readBlocks(status.bytes, 1)[0]?.get('original-message-id');
  const ids = [...ofParts, ofStatus, ...idsInText(message.text), ...message.references];
  return [...new Set(ids.flatMap(bare))].slice(0, mostIds);
};

/** Where a server that knows no reports copies the mail. */
const idsInText = (text: string): readonly string[] =>
  [
    ...text.slice(0, 200_000).matchAll(/^[>\s]{0,8}Message-ID:[ \t]*(?:\r?\n[ \t]+)?(<?[^<>\s]{3,998}>?)/gim),
  ].map(([, id = '']) => id);

const bare = (id: string | undefined): string[] => {
  const cleaned = (id ?? '').replace(/[<>\s]/g, '');
  return cleaned === '' || cleaned.length > longestId ? [] : [cleaned];
};
