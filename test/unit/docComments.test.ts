import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folders = ['src', 'collections', 'hooks', 'sdk/src'];

const generated = 'sdk/src/openapi.ts';

/** A clause without a subject, at the start of a doc comment or of one of its tags. */
const clause = /^(?:@(?:param \S+|returns?|throws) )?(?:what|how|whether|of|where|who|whom|whose)\b/i;

const sentencesIn = (comment: string): string[] => {
  const text = comment.replace(/^\/\*\*|\*\/$/g, '').replace(/^\s*\* ?/gm, '');
  return text.trim().split(/(?=^@)/m);
};

const clausesIn = (path: string): string[] => {
  const code = readFileSync(path, 'utf8');
  return [...code.matchAll(/\/\*\*.*?\*\//gs)]
    .filter(([comment]) => sentencesIn(comment).some((sentence) => clause.test(sentence)))
    .map(({ index }) => `${path}:${code.slice(0, index).split('\n').length}`);
};

const sources = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.(?:mjs|tsx?)$/.test(path) && path !== generated);

it('doc comments are noun phrases or sentences, and no clauses without a subject', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap(clausesIn)).toEqual([]);
});

it('finds a clause at the start of a comment and of a tag', () => {
  expect(
    sentencesIn('/**\n * The rows.\n *\n * @returns how many\n */').some((one) => clause.test(one)),
  ).toBe(true);
  expect(clause.test('Whether it is open.')).toBe(true);
  expect(clause.test('True if it is open.')).toBe(false);
});
