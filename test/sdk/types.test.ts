import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { renderTypes } from '../../sdk/scripts/renderTypes.ts';

it('the types of the client are those of the API’s description (`npm run sdk:types`)', async () => {
  expect(await renderTypes()).toBe(readFileSync('sdk/src/openapi.ts', 'utf8'));
});
