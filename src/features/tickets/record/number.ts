/** The number of a ticket, as people write it: `12`, `#12`, or `[#12]` as in the subject of a mail. */
export const numberOf = (text: string): string =>
  text
    .trim()
    .replace(/^\[?#?/, '')
    .replace(/\]$/, '');
