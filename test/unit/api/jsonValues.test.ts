import { expect, it } from 'vitest';
import { holdsMoreValues } from '../../../src/core/shared/values/tooMany.ts';

const holdsMore = (text: string, most = 10_000): boolean => holdsMoreValues(Buffer.from(text), most);
const nested = (levels: number): string => '{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2);

it('counts lists, objects and their members, not what stands in texts', () => {
  expect(holdsMore('{"a":[1,2],"b":"[,\\",{"}', 4)).toBe(false);
  expect(holdsMore('{"a":[1,2],"b":"[,\\",{"}', 3)).toBe(true);
});

it('finds values that are nested deeper than any text needs', () => {
  expect(holdsMore(nested(1_000))).toBe(false);
  expect(holdsMore(nested(1_002))).toBe(true);
  expect(holdsMore(`[${'[],'.repeat(4_000)}0]`)).toBe(false);
  expect(holdsMore(`["${'['.repeat(2_000)}"]`)).toBe(false);
});
