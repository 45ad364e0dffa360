import { expect, it } from 'vitest';
import { givenSecret } from '../../../src/core/http/sharedSecret.ts';
import { belowOf } from '../../../src/features/client-pages/app.ts';
import { growthOfTenfold } from '../../support/growth.ts';

it('reads the credential of a header in a time that grows with its length, and no faster', () => {
  const read = (length: number) => givenSecret(`Bearer x${' '.repeat(length)}x`, false);
  expect(growthOfTenfold(read, 40_000)).toBeLessThan(40);
});

it('reads the path of a client page in a time that grows with its length, and no faster', () => {
  const read = (length: number) => belowOf(`/support${'/'.repeat(length)}x`, '/support');
  expect(growthOfTenfold(read, 40_000)).toBeLessThan(40);
});
