/** `text` on one line: each line break and each NUL becomes a space. */
export const onOneLine = (text: string): string =>
  text.replace(/\r\n|\p{Cc}/gu, (found) => (isBreak(found) ? ' ' : found));

const isBreak = (found: string): boolean =>
  found === '\r\n' || found === '\r' || found === '\n' || found === '\0';

/** The longest text of a server or a program that is kept, in characters. */
const saidLimit = 65_536;

/**
 * Text from the other side, fit to be kept: control characters other than newline and tab become spaces,
 * ends are trimmed, and it is cut after 65 536 characters.
 */
export const asSaid = (text: string): string =>
  text
    .slice(0, saidLimit * 2)
    .replace(/\p{Cc}/gu, (found) => (found === '\n' || found === '\t' ? found : ' '))
    .trim()
    .slice(0, saidLimit);

/** The message of anything thrown. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** A property of any value. A getter or a proxy may throw; an unreadable property counts as missing. */
export const property = (owner: unknown, name: string): unknown => {
  try {
    return (owner as Record<string, unknown> | null | undefined)?.[name];
  } catch {
    return undefined;
  }
};
