/** Length of a source that is shown because the message cannot be parsed, in bytes. */
const longestSource = 200_000;

/** The beginning of a message as it came, as text. */
export const sourceOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, longestSource));

/** A click on a link opens no page in place of the message. */
export const pageOf = (content: string): string =>
  `<!doctype html><html><head><meta charset="utf-8"><base target="_blank"></head><body>${content}</body></html>`;

/** A text as a page of HTML. */
export const textPage = (text: string): string =>
  pageOf(`<pre style="white-space:pre-wrap;overflow-wrap:anywhere;font:inherit">${escaped(text)}</pre>`);

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
