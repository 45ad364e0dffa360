import { expect, it } from 'vitest';
import { readAddressList } from '../../../src/core/shared/addresses/addressList.ts';

it('reads a list anew for each of its readers, who may write into it', () => {
  const [first] = readAddressList('Ann <ann@Example.com>');
  Object.assign(first?.mailbox ?? {}, { address: 'changed@example.com' });
  expect(readAddressList('Ann <ann@Example.com>')[0]?.mailbox?.address).toBe('ann@Example.com');
});
