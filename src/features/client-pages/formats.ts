import { type Html, html, type Part } from '../../core/shared/text/html.ts';
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

const web = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g;

/** The text of a message: line breaks are kept, and addresses of the web are links. */
export const messageOf = (text: string): Html => {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(web)) {
    parts.push(
      text.slice(end, match.index),
      html`<a href="${match[0]}" rel="noopener noreferrer nofollow" target="_blank">${match[0]}</a>`,
    );
    end = match.index + match[0].length;
  }
  return html`<div class="text">${[...parts, text.slice(end)]}</div>`;
};
