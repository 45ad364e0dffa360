import { createHash } from 'node:crypto';
import { style } from './style.ts';

const styleHash = createHash('sha256').update(style).digest('base64');

/** The page has one style sheet of its own, runs nothing and loads nothing. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
