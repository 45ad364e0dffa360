import { detectExtension } from 'nodemailer-10/lib/mime-funcs';
import type { Attachment as Part } from 'postal-mime';
import { cleanFileName, isMediaType } from '../../../core/shared/text/fileName.ts';
import { withoutControls } from './windows1252.ts';

/** A file that came with a message. Its type is what the sender declared, in lower case. */
export interface Attachment {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}

const unknownType = 'application/octet-stream';

/** Types whose usual ending no table of types has, or whose files have a usual name. */
const names: Readonly<Record<string, string>> = {
  'message/rfc822': 'message.eml',
  'message/global': 'message.eml',
  'message/delivery-status': 'delivery-status.txt',
  'text/rfc822-headers': 'headers.txt',
  'text/calendar': 'invite.ics',
  'application/ics': 'invite.ics',
  'application/ms-tnef': 'winmail.dat',
  'application/vnd.ms-tnef': 'winmail.dat',
  'application/pkcs7-mime': 'smime.p7m',
  'application/x-pkcs7-mime': 'smime.p7m',
  'application/pkcs7-signature': 'smime.p7s',
  'application/x-pkcs7-signature': 'smime.p7s',
  'application/pgp-signature': 'signature.asc',
  'application/pgp-keys': 'key.asc',
};

/** The parts of a message that are not its text. */
export const readAttachments = (parts: readonly Part[]): Attachment[] =>
  parts.filter(isFile).map((part, index) => {
    const mimeType = typeOf(part);
    return { name: nameOf(part, mimeType, index + 1), mimeType, bytes: bytesOf(part) };
  });

/** Mail for AMP has the same text once more, as a third alternative. */
const isFile = ({ mimeType, filename }: Part): boolean => mimeType !== 'text/x-amp-html' || filename !== null;

const typeOf = ({ mimeType }: Part): string => (isMediaType(mimeType) ? mimeType : unknownType);

const nameOf = ({ filename }: Part, mimeType: string, place: number): string =>
  cleanFileName(withoutControls(filename ?? '')) ??
  names[mimeType] ??
  `attachment-${place}.${endingOf(mimeType)}`;

/** `*` for a type such as `image/*` would be no valid ending. */
const endingOf = (mimeType: string): string => {
  const ending = String(detectExtension(mimeType));
  return /^[a-z\d]+$/i.test(ending) ? ending : 'bin';
};

const bytesOf = ({ content }: Part): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
