import { parentPort } from 'node:worker_threads';
import { isUnansweredDns } from '../authentication/UnansweredDns.ts';
import { isUnreadableMessage } from '../message/UnreadableMessage.ts';
import { type Answer, ownBytes, type Request, transferable } from './protocol.ts';
import { type Output, works } from './works.ts';

/**
 * The thread that looks into messages of strangers. It has no database, no environment and no CMS, and may be ended at
 * any moment.
 */
const answer = async (request: Request): Promise<{ answer: Answer; transferred: ArrayBuffer[] }> => {
  try {
    const output = await work(request);
    return { answer: { kind: 'done', output }, transferred: transferable(bytesIn(output)) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { answer: { kind: kindOf(error), message }, transferred: [] };
  }
};

const kindOf = (error: unknown): 'unreadable' | 'unanswered' | 'failed' => {
  if (isUnansweredDns(error)) return 'unanswered';
  return isHopeless(error) ? 'unreadable' : 'failed';
};

/** An error that each further try would meet, too: a message that exceeds the stack once always does. */
const isHopeless = (error: unknown): boolean => isUnreadableMessage(error) || error instanceof RangeError;

const work = async (request: Request): Promise<unknown> => {
  switch (request.kind) {
    case 'read':
      return withOwnBytes(await works.read(request.input));
    case 'identify':
      return works.identify(request.input);
    case 'matches':
      return works.matches(request.input);
    case 'judge':
      return works.judge(request.input);
    case 'unpack':
      return withOwnFields(await works.unpack(request.input));
    case 'view':
      return works.view(request.input);
    case 'authenticate':
      return works.authenticate(request.input);
  }
};

const withOwnBytes = ({ message, ...rest }: Output<'read'>): Output<'read'> => ({
  ...rest,
  message: {
    ...message,
    attachments: message.attachments.map((file) => ({ ...file, bytes: ownBytes(file.bytes) })),
  },
});

const withOwnFields = (unpacked: Output<'unpack'>): Output<'unpack'> =>
  'fields' in unpacked
    ? { fields: new Map([...unpacked.fields].map(([name, value]) => [name, ownBytes(value)])) }
    : unpacked;

const bytesIn = (output: unknown): readonly Uint8Array[] => {
  const { message, bytes, fields } = Object(output) as Partial<
    Output<'read'> & { readonly fields: ReadonlyMap<string, Uint8Array> }
  >;
  return [
    ...(bytes ? [bytes] : []),
    ...(fields?.values() ?? []),
    ...(message?.attachments.map((file) => file.bytes) ?? []),
  ];
};

parentPort?.on('message', async (request: Request) => {
  const { answer: said, transferred } = await answer(request);
  parentPort?.postMessage(said, transferred);
});
