import { addressesIn } from '../../core/shared/text/addresses.ts';
import { type Html, html } from '../../core/shared/text/html.ts';
import type { Visit } from './visit.ts';

/** Cached by language: creating a formatter takes longer than using it a hundred times. */
const moments = new Map<string, Intl.DateTimeFormat>();

/** A moment in the reader's language and the server's time zone. The script replaces it by one in the browser's zone. */
export const momentOf = ({ language }: Visit, iso: string): Html => {
  const format =
    moments.get(language) ??
    new Intl.DateTimeFormat(language, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    });
  moments.set(language, format);
  return html`<time datetime="${iso}">${format.format(new Date(iso))}</time>`;
};

/** The text of a message: line breaks are kept, and addresses are links. */
export const messageOf = (text: string): Html => {
  const parts = addressesIn(text).map((part) =>
    part.href === null
      ? part.text
      : html`<a href="${part.href}" rel="noopener noreferrer nofollow" target="_blank">${part.text}</a>`,
  );
  return html`<div class="text">${parts}</div>`;
};
