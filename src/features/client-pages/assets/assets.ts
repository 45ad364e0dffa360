import { createHash } from 'node:crypto';
import { script } from './script.ts';
import { style } from './style.ts';

/** A file of the pages. Its name changes with its content, so that browsers may keep it for ever. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

const assetOf = (text: string, extension: string, type: string): Asset => ({
  name: `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.${extension}`,
  type,
  text,
});

export const assets = {
  style: assetOf(style, 'css', 'text/css; charset=utf-8'),
  script: assetOf(script, 'js', 'text/javascript; charset=utf-8'),
};
