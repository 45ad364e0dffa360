import { fieldsOfForm, holdsMoreFields } from '../../../core/shared/values/formFields.ts';
import { holdsMoreValues, mostValues } from '../../../core/shared/values/tooMany.ts';

/** The parts of a provider's form that count; SendGrid tells the connection by two of them, Mailgun the sender. */
export const fieldsOfProviders = new Set(['email', 'body-mime', 'sender_ip', 'envelope', 'sender']);

/** Fields of a form without files: providers send some twenty. */
const mostFields = 1_000;

/** A body in which a provider hands a message over: a form without files, or JSON. */
interface Packed {
  readonly bytes: Uint8Array;
  readonly format: 'form' | 'json';
}

/** The fields of a body by their names, or the reason why it has none. */
type Unpacked =
  | { readonly fields: ReadonlyMap<string, Uint8Array> }
  | { readonly refusal: 'tooManyFields' | 'tooManyValues' | 'noJson' };

/**
 * Unpacks a body of 140 MiB at most, which may take seconds: each byte of a message can be written as three of a form, or six of
 * JSON. The text `RawEmail` of Postmark's JSON becomes the field `email`.
 */
export const unpack = ({ bytes, format }: Packed): Unpacked => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return format === 'form' ? unpackForm(body) : unpackJson(body);
};

const unpackForm = (body: Buffer): Unpacked => {
  if (holdsMoreFields(body, mostFields)) return { refusal: 'tooManyFields' };
  const fields = fieldsOfForm(body, (name) => fieldsOfProviders.has(name));
  return { fields: new Map(fields) };
};

const unpackJson = (body: Buffer): Unpacked => {
  if (holdsMoreValues(body, mostValues.batch)) return { refusal: 'tooManyValues' };
  try {
    const raw: unknown = Reflect.get(Object(JSON.parse(body.toString('utf8'))), 'RawEmail');
    return { fields: new Map(typeof raw === 'string' ? [['email', Buffer.from(raw)]] : []) };
  } catch {
    return { refusal: 'noJson' };
  }
};

/** The limits that a refusal names. */
export const limitsOfUnpacking = { tooManyFields: mostFields, tooManyValues: mostValues.batch } as const;
