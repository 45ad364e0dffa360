import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderAccess } from '../../../src/server/docs/renderAccess.ts';

it('docs/access.md shows the callers that each operation declares (`npm run docs:access`)', () => {
  expect(renderAccess()).toBe(readFileSync('docs/access.md', 'utf8'));
});
