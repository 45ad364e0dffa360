import type { PayloadRequest } from 'payload';
import type { PortalContext } from '../../core/context.ts';
import type { AnnouncedUpload, UploadTarget } from '../../core/ports/upload.ts';
import { ApiError, type Detail, validationFailed } from '../../core/shared/errors/errors.ts';
import { cleanFileName } from '../../core/shared/text/fileName.ts';
import { say } from '../../core/texts/say.ts';

/** Longest `Upload-Metadata`, in bytes: room for a long name in any script. */
const longestMetadata = 4_096;

interface Announced {
  /** The metadata `target`. */
  readonly place: string;
  readonly target: UploadTarget;
  readonly upload: AnnouncedUpload;
}

const targetsOf = ({ features }: PortalContext): readonly UploadTarget[] =>
  features.flatMap(({ uploadTargets = [] }) => uploadTargets);

/** The target of a metadata `target`, such as `ticket:17`. */
export const targetOf = (portal: PortalContext, place: string): UploadTarget | undefined =>
  targetsOf(portal).find(({ name }) => name === place.split(':', 1)[0]);

/**
 * Reads the announcement of an upload from the headers of its creation.
 *
 * @throws {ApiError} `bad_request` for headers that cannot be read, `payload_too_large`, `validation_failed` for the metadata
 */
export const readAnnouncement = (
  { headers }: Pick<PayloadRequest, 'headers'>,
  portal: PortalContext,
): Announced => {
  const size = readLength(headers);
  const { maxBytes } = portal.options.uploads;
  if (size > maxBytes) throw tooLarge(maxBytes);
  const given = readMetadata(headers.get('Upload-Metadata') ?? '');
  const { filename: givenName = '', filetype = '', target: place = '', ...metadata } = given;
  const filename = cleanFileName(givenName);
  const target = targetOf(portal, place);
  const details: Detail[] = [];
  if (filename === null) details.push({ path: 'filename', message: say('uploads:errors:noName') });
  if (!target) {
    const names = targetsOf(portal)
      .map(({ name }) => name)
      .join(', ');
    details.push({ path: 'target', message: say('uploads:errors:noTarget', { targets: names }) });
  }
  const known = target?.metadata ?? [];
  for (const path of Object.keys(metadata))
    if (target && !known.includes(path))
      details.push({ path, message: say('uploads:errors:unknownMetadata') });
  if (!target || filename === null || details.length > 0) throw validationFailed(details);
  const id = place.slice(target.name.length + 1);
  return { place, target, upload: { id, filename, filetype: typeIn(filetype), size, metadata } };
};

/** Returns null for an invalid media type: the bytes of a file tell more than its sender. */
const typeIn = (filetype: string): string | null =>
  /^[\x21-\x7e ]{1,255}$/.test(filetype) ? filetype : null;

export const tooLarge = (most: number) =>
  new ApiError('payload_too_large', say('errors:file:tooLarge', { most }));

const readLength = (headers: Headers): number => {
  const size = Number(headers.get('Upload-Length'));
  const text = headers.get('Upload-Length') ?? '';
  // A length that comes later could not be checked before the first byte.
  if (!/^\d{1,15}$/.test(text) || headers.has('Upload-Defer-Length') || headers.has('Upload-Concat'))
    throw new ApiError('bad_request', say('uploads:errors:length'));
  return size;
};

/** Pairs of a name and a value in Base64, as the protocol writes them. */
const readMetadata = (header: string): Record<string, string> => {
  if (header.length > longestMetadata)
    throw new ApiError('bad_request', say('uploads:errors:metadataTooLong', { most: longestMetadata }));
  const found = new Map<string, string>();
  for (const pair of header.split(',').filter((one) => one.trim() !== '')) {
    const [, name, value = ''] =
      /^\s*([\x21-\x2b\x2d-\x7e]+)(?: ([\d+/A-Za-z]*={0,2}))?\s*$/.exec(pair) ?? [];
    const text = decode(value);
    if (name === undefined || text === null || found.has(name) || value.length % 4 !== 0)
      throw new ApiError('bad_request', say('uploads:errors:metadata'));
    found.set(name, text);
  }
  return Object.fromEntries(found);
};

const decode = (value: string): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'base64'));
  } catch {
    return null;
  }
};
