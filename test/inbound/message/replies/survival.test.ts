import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reply, sentences, wordsOf } from './arbitrary.ts';
import { attributions, attributionsOfMarks, attributionsOfName, brokenAttributions } from './attributions.ts';
import { replyOf } from './conversation.ts';
import { headers, separators } from './headers.ts';

const marks = '> Is it fixed?\n>\n> Ann';
const history = 'Is it fixed?\n\nAnn';

const heading = fc.oneof(
  fc
    .constantFrom(...attributions, ...attributionsOfName, ...attributionsOfMarks, ...brokenAttributions)
    .map((text) => `${text}\n${marks}`),
  fc.constantFrom(...attributions, ...brokenAttributions).map((text) => `${text}\n\n${history}`),
  fc.constantFrom(...separators).map((text) => `${text}\n${history}`),
  fc
    .constantFrom(...headers.map(([, row]) => row.replaceAll(' | ', '\n')))
    .map((text) => `${text}\n\n${history}`),
);

const runs = { numRuns: 1_000, seed: 30 };

describe('whatever stands above a quote', () => {
  it('survives each attribution, header and separator, on the line above or two above', () => {
    fc.assert(
      fc.property(reply, fc.constantFrom('\n', '\n\n'), heading, (words, gap, quote) => {
        const kept = wordsOf(replyOf(`${words}${gap}${quote}`));
        expect(kept.slice(0, wordsOf(words).length)).toEqual(wordsOf(words));
      }),
      runs,
    );
  });

  it('survives an attribution on its own line', () => {
    const behind = fc.constantFrom(...attributions, ...brokenAttributions).map((text) => `${text}\n${marks}`);
    fc.assert(
      fc.property(
        fc.constantFrom(...sentences),
        fc.constantFrom(' ', '. ', ' - ', '--- '),
        behind,
        (words, gap, quote) => {
          const kept = wordsOf(replyOf(`${words}${gap}${quote}`));
          expect(kept.slice(0, wordsOf(words).length)).toEqual(wordsOf(words));
        },
      ),
      runs,
    );
  });

  it('survives without a quote below', () => {
    fc.assert(
      fc.property(reply, (words) => {
        expect(wordsOf(replyOf(words))).toEqual(wordsOf(words));
      }),
      runs,
    );
  });
});
