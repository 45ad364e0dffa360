import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folders = ['src', 'collections', 'hooks', 'sdk/src', 'bench', 'test/support'];

const generated = 'sdk/src/openapi.ts';

/** A clause without a main clause, at the start of a sentence or of a tag. */
const clause =
  /^(?:@(?:param \S+|returns?|throws|default) )?(?:who|whom|whose|whoever|whomever|what|whatever|of|how|however|whether|where|wherever|why)\b[^?]*$/i;

/** A sentence that leaves out its noun or its subject. */
const fragments = [
  /^(?:those|beside)\b/i,
  /^(?:that of|the same (?:for|of|over|when|inside)|the same,)(?= |$)/i,
  /^(?:in|within|with|without|below|above|before|after|for|from|by|as|on|inside|outside)(?: [^ ,:]+){1,3}\.$/i,
  /^(?:null|undefined|false|empty)(?: (?:if|for|until|unless|while|once|before|without|outside|as|but|except)\b|:)/i,
];

/** Comments in blocks, and lines of `//` that follow each other as one comment. */
const comments = /(?<=^[ \t]*|\{)\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+|(?<=[ ;,{(])\/\/ .*$/gm;

const sentencesIn = (comment: string): string[] => {
  const text = comment.replace(/^\s*\/\*\*?|\*\/$/g, '').replace(/^[ \t]*(?:\*|\/\/)[ \t]?/gm, '');
  return text
    .split(/^(?=@)|\n\s*\n|(?<=[.!?][)”"]*)\s+(?=[\p{Lu}`@“(])/mu)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());
};

const clausesIn = (code: string): { sentence: string; line: number }[] =>
  [...code.matchAll(comments)].flatMap(({ 0: comment, index }) =>
    sentencesIn(comment)
      .filter((sentence) => clause.test(sentence) || fragments.some((fragment) => fragment.test(sentence)))
      .map((sentence) => ({ sentence, line: code.slice(0, index).split('\n').length })),
  );

const sources = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.(?:mjs|tsx?)$/.test(path) && path !== generated && !/\/\./.test(path));

it('each sentence of a comment has a main clause, or is a whole noun phrase', () => {
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.flatMap((path) =>
    clausesIn(readFileSync(path, 'utf8')).map(({ sentence, line }) => `${path}:${line} ${sentence}`),
  );
  expect(found, 'Each needs a main clause: a subject and a verb, or a whole noun phrase.').toEqual([]);
});

it('finds a clause in any sentence, tag and kind of comment', () => {
  const clauses = (code: string) => clausesIn(code).map(({ sentence }) => sentence);
  expect(clauses('/**\n * The rows.\n *\n * @returns how many\n */\n')).toEqual(['@returns how many']);
  expect(clauses('/** Whether it is open. */')).toEqual(['Whether it is open.']);
  expect(clauses('/** Deletes it. What fails, the daily task makes up for. */')).toEqual([
    'What fails, the daily task makes up for.',
  ]);
  expect(clauses('  // Who has not the password must not\n  // use up the tries of who has.\n')).toEqual([
    'Who has not the password must not use up the tries of who has.',
  ]);
  expect(clauses('let one; // Of two right ones at once, one is first.\n')).toHaveLength(1);
  expect(clauses('<p>{/* The words. Of a reply that has not left yet. */}</p>')).toHaveLength(1);
  expect(clauses('/** True if it is open. What is it? */')).toEqual([]);
  expect(clauses('// One.\nlet one;\n\n/** Whether it is open. */')).toHaveLength(1);
});

it.each([
  'Those of a file.',
  'The same for a link.',
  'In bytes.',
  'Null if there is none.',
  'Below the pages.',
])('finds the fragment %j', (sentence) => {
  expect(clausesIn(`/** ${sentence} */`)).toHaveLength(1);
  expect(clausesIn(`/** The file. ${sentence} */`)).toHaveLength(1);
});

it('takes a tag, and a sentence that begins with a preposition, for no fragment', () => {
  expect(clausesIn('/** @returns null if there is none */')).toEqual([]);
  expect(clausesIn('/** In a transaction the CMS fills fields. */')).toEqual([]);
});
