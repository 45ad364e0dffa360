import { expect, it } from 'vitest';
import { renderTypes } from './renderTypes.ts';

it('the types of the SDK are what the API says of itself now', async () => {
  await expect(await renderTypes()).toMatchFileSnapshot('../../src/sdk/types.ts');
});
