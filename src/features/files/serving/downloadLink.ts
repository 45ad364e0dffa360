import { createHmac, timingSafeEqual } from 'node:crypto';
import { derivedKey } from '../../../core/shared/secrets/encryption.ts';

/** Lifetime of a link, in seconds. */
const lifetime = 3_600;

interface Link {
  readonly id: string;
  readonly secret: string;
  /** The id of the link by which it is offered to people without an account; without one, the file is the caller's own. */
  readonly link?: string | null;
}

/**
 * The address at which a file can be downloaded without any other credential for the next hour.
 *
 * @param filesUrl the address of the files, without a slash at its end
 */
export const downloadUrl = ({
  id,
  secret,
  link = null,
  filesUrl,
  now,
}: Link & { filesUrl: string; now: Date }): string => {
  const expires = String(Math.floor(now.getTime() / 1000) + lifetime);
  const signature = sign({ id, secret, link }, expires).toString('base64url');
  const query = `expires=${expires}${link === null ? '' : `&link=${link}`}&signature=${signature}`;
  return `${filesUrl}/${encodeURIComponent(id)}/download?${query}`;
};

/** True if this portal made the link, it is unchanged, and it has not expired. */
export const isValidLink = ({
  id,
  secret,
  parameters,
  now,
}: Link & { parameters: URLSearchParams; now: Date }): boolean => {
  const expires = parameters.get('expires') ?? '';
  const link = parameters.get('link');
  const signature = Buffer.from(parameters.get('signature') ?? '');
  if ([...parameters.keys()].length !== (link === null ? 2 : 3) || !/^\d{1,12}$/.test(expires)) return false;
  if (Number(expires) * 1000 <= now.getTime()) return false;
  const expected = Buffer.from(sign({ id, secret, link }, expires).toString('base64url'));
  return signature.length === expected.length && timingSafeEqual(signature, expected);
};

const sign = ({ id, secret, link = null }: Link, expires: string): Buffer =>
  createHmac('sha256', derivedKey(secret, 'download-links'))
    .update(JSON.stringify(link === null ? [id, expires] : [id, expires, link]))
    .digest();
