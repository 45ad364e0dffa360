import { createHash } from 'node:crypto';
import { version } from '../../../core/shared/portal/version.ts';
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

export const scriptType = 'text/javascript; charset=utf-8';

/** The script that sends large files. It changes with a version of the portal, and is loaded once such a file is chosen. */
export const uploadScript = `uploads-${version}.js`;

export const assets = {
  style: assetOf(style, 'css', 'text/css; charset=utf-8'),
  script: assetOf(script, 'js', scriptType),
};
