import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { version } from '../../src/core/shared/portal/version.ts';

it('is the one that the package has', () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(version).toBe(JSON.parse(manifest).version);
});
