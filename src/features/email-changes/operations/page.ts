import { createHash } from 'node:crypto';
import { type Html, html } from '../../../core/shared/text/html.ts';

const style = `
:root { color-scheme: light dark; }
body {
  max-width: 34rem; margin: 0 auto; padding: 4rem 1.5rem;
  color: light-dark(#1d2330, #e4e7ee); background: light-dark(#ffffff, #14171d);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: anywhere;
}
button {
  padding: .6rem 1.2rem; border: 0; border-radius: 4px; font: inherit; cursor: pointer;
  color: light-dark(#ffffff, #14171d); background: light-dark(#1d4fbf, #8fb4ff);
}
:focus-visible { outline: 3px solid light-dark(#1d4fbf, #8fb4ff); outline-offset: 2px; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/**
 * The page runs nothing, loads nothing, and sends its form here alone. Its address is a secret until it is used: no
 * cache, search engine or other page is to have it.
 */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

interface Page {
  readonly status: 200 | 410;
  readonly language: string;
  readonly title: string;
  readonly text: string;
  /** The words on the button that sends the form; null for a page without one. */
  readonly button: string | null;
}

/** A page of a few words, and maybe one button, which sends a form to the page's own address. */
export const pageOf = ({ status, language, title, text, button }: Page): Response => {
  const form = button !== null && html`<form method="post"><button type="submit">${button}</button></form>`;
  const page: Html = html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>${{ html: style }}</style></head>
<body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>
`;
  return new Response(page.html, { status, headers });
};
