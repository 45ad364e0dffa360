/**
 * A header's value without the comments of RFC 5322, such as `no (by hand)`. They may hold others, and escaped
 * parentheses; in quotes there are none.
 */
export const withoutComments = (value: string): string => {
  let text = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at++) {
    const character = value.charAt(at);
    const isEscaped = character === '\\';
    const taken = isEscaped ? value.slice(at, at + 2) : character;
    if (isEscaped) at += 1;
    if (depth === 0 && character === '"') isQuoted = !isQuoted;
    if (!isQuoted && character === '(') depth += 1;
    if (depth === 0) text += taken;
    if (!isQuoted && character === ')' && depth > 0) {
      depth -= 1;
      if (depth === 0) text += ' ';
    }
  }
  return text;
};
