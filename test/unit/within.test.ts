import { stat } from 'node:fs';
import { expect, it } from 'vitest';
import { within } from '../../src/core/shared/concurrency/within.ts';
import { holdUp } from '../support/holdUp.ts';

it('answers with the promise’s value, or with the fallback if that takes too long', async () => {
  expect(await within(Promise.resolve('value'), 1_000, 'fallback')).toBe('value');
  expect(await within(new Promise(() => {}), 1, 'fallback')).toBe('fallback');
});

it('counts what arrived while the process itself was held up', async () => {
  const arriving = new Promise((resolve) => stat('.', () => resolve('value')));
  const waiting = within(arriving, 1, 'fallback');
  holdUp(500);
  expect(await waiting).toBe('value');
});
