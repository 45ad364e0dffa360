import { expect, it } from 'vitest';
import { readRecipients } from '../../../src/features/links/admin/linked.ts';

const ann = { email: 'ann@x.example' };
const bob = { email: 'bob@x.example' };

it.each([
  ['ann@x.example', [ann], ''],
  ['ann@x.example bob@x.example', [ann, bob], ''],
  ['ann@x.example,bob@x.example;\nzoe@x.example', [ann, bob, { email: 'zoe@x.example' }], ''],
  ['Ann Lee <ann@x.example> bob@x.example', [{ ...ann, name: 'Ann Lee' }, bob], ''],
  ['bob@x.example Ann Lee <ann@x.example>', [bob, { ...ann, name: 'Ann Lee' }], ''],
  ['"Lee, Ann" <ann@x.example>, <bob@x.example>', [{ ...ann, name: 'Lee, Ann' }, bob], ''],
  ['Lee, Ann <ann@x.example>', [{ ...ann, name: 'Ann' }], 'Lee'],
  ['Ann Lee ann@x.example', [ann], 'Ann Lee'],
  ['Ann Lee', [], 'Ann Lee'],
  ["o'brien@x.example", [{ email: "o'brien@x.example" }], ''],
  ['ann@ bob@x.example ann@x.', [bob], 'ann@, ann@x.'],
  ['"Ann ann@x.example', [ann], '" Ann'],
  [' , ;', [], ''],
  ['jane@old.example <ann@x.example>', [{ ...ann, name: 'jane@old.example' }], ''],
  ["'ann@x.example' <ann@x.example>", [{ ...ann, name: "'ann@x.example'" }], ''],
  ['Ann (jane@old.example) <ann@x.example>', [{ ...ann, name: 'Ann (jane@old.example)' }], ''],
  ['mailto:ann@x.example „bob@x.example“', [], 'mailto:ann@x.example „bob@x.example“'],
])('%j names those whose address stands in it, and the rest stays', (text, recipients, rest) => {
  expect(readRecipients(text)).toEqual({ recipients, rest });
});

it('reads a long text in a moment', () => {
  const text = '"<a@ '.repeat(20_000);
  expect(readRecipients(`${text}ann@x.example`).recipients).toContainEqual(ann);
}, 5_000);
