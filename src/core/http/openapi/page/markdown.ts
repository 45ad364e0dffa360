import { type Html, html, type Part } from '../../../shared/text/html.ts';

/** The little Markdown that descriptions use: paragraphs and `code`. */
export const markdown = (text: string): Html =>
  html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;

export const inline = (text: string): Part =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
