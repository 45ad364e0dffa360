import type { Readable } from 'node:stream';
import type { PayloadRequest } from 'payload';
import { z } from 'zod';
import { defineHolderOperation } from '../../../core/http/operation.ts';
import { holdersOfSecret } from '../../../core/http/sharedSecret.ts';
import { boundaryOf, readParts } from '../../../core/http/upload/multipart.ts';
import { chunksOf, collect, readBytes } from '../../../core/request/readBytes.ts';
import { atMost } from '../../../core/shared/concurrency/concurrency.ts';
import { ApiError, validationFailed } from '../../../core/shared/errors/errors.ts';
import { idText } from '../../../core/shared/values/ids.ts';
import { say } from '../../../core/texts/say.ts';
import { inboundOptions } from '../../settings/feature.ts';
import type { Connection } from '../authentication/verdict.ts';
import { readReturnPath } from '../message/header/fields.ts';
import { isUnreadableMessage } from '../message/UnreadableMessage.ts';
import { readerOf } from '../reading/reader.ts';
import { fieldsOfProviders, limitsOfUnpacking } from '../reading/unpack.ts';
import { receiveMail } from '../receiveMail.ts';
import { largestMessage } from '../vocabulary.ts';

const raw = { type: 'string', description: 'The raw message (RFC 5322).' };

/** The formats in which mail servers and providers hand a message over. */
const envelopes = {
  'message/rfc822': { schema: raw },
  'multipart/form-data': {
    schema: {
      description: 'SendGrid sends the raw message as `email`, Mailgun as `body-mime`.',
      type: 'object',
      properties: { email: raw, 'body-mime': raw },
    },
  },
  'application/x-www-form-urlencoded': {
    schema: { type: 'object', required: ['body-mime'], properties: { 'body-mime': raw } },
  },
  'application/json': {
    schema: {
      description: 'As Postmark sends it.',
      type: 'object',
      required: ['RawEmail'],
      properties: { RawEmail: raw },
    },
    example: { RawEmail: 'From: ann@example.com\r\nSubject: VPN\r\n\r\nIt is slow.\r\n' },
  },
};

export const receiveInboundMail = defineHolderOperation({
  name: 'receive_inbound_mail',
  summary: 'Receives a message that came by mail.',
  description:
    'A raw message of 35 MiB at most, as a mail server’s pipe or a provider of inbound mail sends it. It is stored before the response, and processed afterwards: `GET /portal/v1/inbound-mails/{id}` says what became of it. `message/rfc822` may come with the headers `X-Client-Address`, `X-Client-Helo` and `X-Envelope-From`: the first two are for SPF, and an empty envelope sender makes the message automatic.',
  method: 'POST',
  path: '/portal/v1/inbound',
  who: holdersOfSecret({
    read: async (payload, { options }) => (await inboundOptions(payload, options.inbound)).secret,
    refusal:
      'The secret of mail in opens this, as a Bearer token or as the password of HTTP Basic, nothing else. For the rest of the API generate a new key in Settings.',
    takesBasic: true,
    isHidden: true,
    schemes: ['inboundSecret', 'inboundPassword'],
    description: 'Only the secret of mail in opens it. While there is none, this is 404.',
  }),
  input: z.strictObject({}),
  body: { raw: envelopes },
  response: {
    output: z.strictObject({ id: z.string() }),
    status: 202,
    otherwise200: 'The same message was there; the id is that of the first.',
  },
  errors: ['not_found'],
  async run(_input, { admitIfSlow, payload, portal, req }) {
    const { bytes, connection } = await readEnvelope(req);
    await admitIfSlow();
    const { id, isNew } = await receiveMail(payload, portal, { bytes, via: 'http', connection });
    return { output: { id: idText(id) }, ...(!isNew && { status: 200 }) };
  },
});

/** A message as a provider, or a mail server's pipe, handed it over. */
interface Envelope {
  readonly bytes: Uint8Array;
  /** The SMTP connection by which the provider received it, if the provider reports it. */
  readonly connection: Connection | null;
}

/**
 * Largest body, in bytes. Providers may send further parts beside the raw message, such as the same attachments once more.
 */
const largestBody = 4 * largestMessage;

/** Number of bodies that are in memory at once; the others wait. */
const inMemory = atMost(4);

const tooLarge = () =>
  new ApiError('payload_too_large', `The message is larger than ${largestMessage} bytes (35 MiB).`);

/**
 * Reads the raw message of a request.
 *
 * @throws {ApiError} `unsupported_media_type`, `payload_too_large`, `bad_request`, `validation_failed` without a message
 */
const readEnvelope = (req: PayloadRequest): Promise<Envelope> => inMemory(() => read(req));

const read = async (req: PayloadRequest): Promise<Envelope> => {
  const [type = ''] = (req.headers.get('Content-Type') ?? '').toLowerCase().split(';', 1);
  if (/^(?!identity$)./i.test(req.headers.get('Content-Encoding') ?? ''))
    throw new ApiError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.');
  const envelope = await readAs(type.trim(), req);
  if (envelope.bytes.byteLength > largestMessage) throw tooLarge();
  if (Buffer.from(envelope.bytes.subarray(0, 1_000)).toString('latin1').trim() === '')
    throw validationFailed([{ path: '', message: 'There is no message in the body.' }]);
  return envelope;
};

const readAs = async (type: string, req: PayloadRequest): Promise<Envelope> => {
  switch (type) {
    case 'message/rfc822':
      return {
        bytes: await readBytes(req, largestMessage, tooLarge),
        connection: connectionOfHeaders(req.headers),
      };
    case 'multipart/form-data':
      return messageOfFields(await readForm(req));
    case 'application/x-www-form-urlencoded':
      return messageOfFields(await unpack(req, 'form'));
    case 'application/json':
      return messageOfJson(await unpack(req, 'json'));
    default:
      throw new ApiError(
        'unsupported_media_type',
        'Send message/rfc822, multipart/form-data, application/x-www-form-urlencoded or application/json.',
      );
  }
};

type Fields = ReadonlyMap<string, Uint8Array>;

/** Unpacks a body in the thread that reads messages: this one serves everyone. */
const unpack = async (req: PayloadRequest, format: 'form' | 'json'): Promise<Fields> => {
  const bytes = await readBytes(req, largestBody, tooLarge);
  const unpacked = await readerOf(req.payload).unpack({ bytes, format }).catch(refuseUnreadable);
  if ('fields' in unpacked) return unpacked.fields;
  const { refusal } = unpacked;
  if (refusal === 'noJson') throw new ApiError('bad_request', 'The body is not valid JSON.');
  throw new ApiError('payload_too_large', say('errors:tooManyValues', { most: limitsOfUnpacking[refusal] }));
};

/** A body that takes too long may come again, when the machine is less busy. */
const refuseUnreadable = (error: unknown): never => {
  throw isUnreadableMessage(error) ? new ApiError('unavailable', error.message) : error;
};

/** Largest field of a form beside the message, in bytes. A larger one counts as left out. */
const largestField = 64 * 1024;

const messageFields: readonly string[] = ['email', 'body-mime'];

const readForm = async (req: PayloadRequest): Promise<Fields> => {
  if (Number(req.headers.get('Content-Length') ?? 0) > largestBody) throw tooLarge();
  const found = new Map<string, Buffer>();
  await readParts(
    chunksOf(req.body),
    boundaryOf(req.headers.get('Content-Type')),
    async ({ name }, content) => {
      if (!fieldsOfProviders.has(name)) return skip(content);
      if (messageFields.includes(name))
        return void found.set(name, await collect(content, largestMessage, tooLarge));
      const value = await collect(content, largestMessage, tooLarge);
      if (value.length <= largestField) found.set(name, value);
    },
  );
  return found;
};

const skip = async (content: Readable): Promise<void> => {
  for await (const _ of content);
};

const messageOfFields = (form: Fields): Envelope => {
  const bytes = messageFields.map((name) => form.get(name)).find((value) => value !== undefined);
  if (!bytes)
    throw validationFailed([{ path: 'email', message: 'Send the raw message as email or body-mime.' }]);
  const text = (name: string) => {
    const value = form.get(name);
    return value && value.length <= largestField ? Buffer.from(value).toString() : undefined;
  };
  const envelope: unknown = parseJson(text('envelope') ?? 'null');
  const sender: unknown = Reflect.get(Object(envelope), 'from') ?? text('sender');
  const connection = connectionOf({
    ip: text('sender_ip'),
    sender: typeof sender === 'string' ? sender : null,
  });
  return { bytes, connection };
};

const messageOfJson = (json: Fields): Envelope => {
  const bytes = json.get('email');
  if (bytes) return { bytes, connection: null };
  const message =
    'Send the raw message as text: Postmark sends it if the inbound stream includes raw content.';
  throw validationFailed([{ path: 'RawEmail', message }]);
};

/** Parses JSON; undefined if it is not valid. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Headers in which a mail server's pipe may describe the connection. */
const connectionOfHeaders = (headers: Headers): Connection | null =>
  connectionOf({
    ip: headers.get('X-Client-Address'),
    helo: headers.get('X-Client-Helo'),
    sender: headers.get('X-Envelope-From'),
  });

interface Told {
  readonly ip: string | null | undefined;
  readonly helo?: string | null;
  readonly sender: string | null;
}

const connectionOf = ({ ip, helo = null, sender }: Told): Connection | null => {
  const known = ip?.trim() || null;
  if (known === null && sender === null) return null;
  return { ip: known, helo, sender: sender === null ? null : readReturnPath(sender) };
};
