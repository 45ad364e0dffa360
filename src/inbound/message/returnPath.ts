import { withoutComments } from './comments.ts';

/**
 * Reads a return path, as a header or an envelope gives it.
 *
 * @returns the address; `''` for the empty path, for which Postfix hands `MAILER-DAEMON` to a pipe
 */
export const readReturnPath = (value: string): string => {
  const address = withoutComments(value)
    .trim()
    .replace(/^<(.*)>$/s, '$1')
    .trim();
  return /^mailer-daemon$/i.test(address) ? '' : address;
};
