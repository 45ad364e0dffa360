/** How deep comments are read; no program writes them deeper. */
const deepest = 5;

/** A header's value without the comments of RFC 5322, such as `no (by hand)`. */
export const withoutComments = (value: string): string => {
  let text = value;
  for (let depth = 0; depth < deepest; depth++) text = text.replace(/\((?:[^()\\]|\\.)*\)/gs, ' ');
  return text;
};
