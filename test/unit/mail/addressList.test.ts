import { expect, it } from 'vitest';
import { readAddressList } from '../../../src/core/shared/addresses/addressList.ts';

it('reads a list anew for each of its readers, who may write into it', () => {
  const [first] = readAddressList('Ann <ann@Example.com>');
  Object.assign(first?.mailbox ?? {}, { address: 'changed@example.com' });
  expect(readAddressList('Ann <ann@Example.com>')[0]?.mailbox?.address).toBe('ann@Example.com');
});

it.each(['\ufe0f', '\u034f'])(
  'a domain whose notation in ASCII ends in a hyphen without %j is none',
  (ignored) => {
    const address = `ann@xn--example-${ignored}.com`;
    expect(readAddressList(address)).toEqual([{ given: address, mailbox: null }]);
  },
);
