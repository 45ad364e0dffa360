import type { InboundMessage } from '../message/readMessage.ts';
import { readBlocks } from './fields.ts';

const mostIds = 20;
const longestId = 255;

/** The possible `Message-ID`s of the mail that came back. The returned copy of it is the best source. */
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

/** Ids in a text to which a server that knows no reports copied the mail. */
const idsInText = (text: string): readonly string[] =>
  [
    ...text.slice(0, 200_000).matchAll(/^[>\s]{0,8}Message-ID:[ \t]*(?:\r?\n[ \t]+)?(<?[^<>\s]{3,998}>?)/gim),
  ].map(([, id = '']) => id);

const bare = (id: string | undefined): string[] => {
  const cleaned = (id ?? '').replace(/[<>\s]/g, '');
  return cleaned === '' || cleaned.length > longestId ? [] : [cleaned];
};
