import { expect, it } from 'vitest';
import { fileSize } from '../../src/core/shared/text/fileSize.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [2500, '2.4 KB'],
  [52_428_800, '50 MB'],
  [5 * 1024 ** 4, '5 TB'],
])('says %d bytes as %s', (bytes, words) => {
  expect(fileSize(bytes, 'en-GB')).toBe(words);
});

it('says them in the language of the reader', () => {
  expect(fileSize(1023, 'de')).toBe('1023 Byte');
  expect(fileSize(2500, 'de')).toBe('2,4 KB');
});
