/** Outside of comments a quoted text is one token; in them quotes mean nothing. */
const outside = /"(?:[^"\\]|\\.)*"?|\\.?|[()]|[^"\\()]+/sy;
const inside = /\\.?|[()]|[^\\()]+/sy;

interface ReadComments {
  readonly text: string;
  /** True if each comment ends. */
  readonly isClosed: boolean;
}

/** A header's value without the comments of RFC 5322, such as `no (by hand)`, which may hold others. */
export const withoutComments = (value: string): string => readComments(value).text;

/** The same, with the knowledge of a comment that does not end. */
export const readComments = (value: string): ReadComments => {
  let text = '';
  let depth = 0;
  for (let at = 0; at < value.length; ) {
    const token = tokenAt(value, at, depth === 0 ? outside : inside);
    at += token.length;
    if (token === '(') depth += 1;
    else if (token === ')' && depth > 0) depth -= 1;
    else if (depth === 0) text += token;
    if (token === ')' && depth === 0) text += ' ';
  }
  return { text, isClosed: depth === 0 };
};

const tokenAt = (value: string, at: number, token: RegExp): string => {
  token.lastIndex = at;
  return token.exec(value)?.[0] ?? value.slice(at);
};
