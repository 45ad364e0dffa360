import { withoutComments } from './comments.ts';

/**
 * Reads a return path, as a header or an envelope gives it.
 *
 * @returns the address; `''` for the empty path, for which Postfix hands `MAILER-DAEMON` to a pipe
 */
export const readReturnPath = (value: string): string => {
  const [first = ''] = withoutComments(value).trim().split(/\s+/, 1);
  const address = first.replaceAll(/[<>"]/g, '');
  return /^mailer-daemon(?:@|$)/i.test(address) ? '' : address;
};
