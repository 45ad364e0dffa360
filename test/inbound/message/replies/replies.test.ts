import { describe, expect, it } from 'vitest';
import { attributions, attributionsOfMarks, attributionsOfName, brokenAttributions } from './attributions.ts';
import { replyOf } from './conversation.ts';
import { forwards, headers, separators } from './headers.ts';
import { shapes } from './shapes.ts';
import { advertisements, signatures } from './signatures.ts';
import { words } from './words.ts';

const quote = '> Is it fixed?\n> Ann';
const history = 'Is it fixed?\n\nPlease tell us.\n\nAnn';
const strong = [...attributions, ...brokenAttributions];

describe('the reply above an attribution', () => {
  it.each([...strong, ...attributionsOfName, ...attributionsOfMarks])('is alone: %s', (attribution) => {
    expect(replyOf(`Yes.\n\n${attribution}\n${quote}`)).toBe('Yes.');
    expect(replyOf(`Yes it is\n${attribution}\n\n${quote}`)).toBe('Yes it is');
  });

  it.each(strong)('is alone where the quote has no marks: %s', (attribution) => {
    expect(replyOf(`Yes.\n\n${attribution}\n\n${history}`)).toBe('Yes.');
  });

  it.each(attributionsOfName)('is alone where the name is that of a partner: %s', (attribution) => {
    const partners = [{ name: 'Ann Lee', address: 'ann@example.com' }];
    expect(replyOf(`Yes.\n\n${attribution}\n\n${history}`, { partners })).toBe('Yes.');
  });

  it.each([...attributionsOfName, ...attributionsOfMarks])(
    'is kept with what a person may have written: %s',
    (attribution) => {
      const text = `Yes.\n\n${attribution}\n\n${history}`;
      expect(replyOf(text)).toBe(text);
    },
  );
});

describe('the reply above a header', () => {
  it.each(headers)('is alone: %s', (_language, row) => {
    const header = row.replaceAll(' | ', '\n');
    expect(replyOf(`Yes.\n\n${header}\n\n${history}`)).toBe('Yes.');
    expect(replyOf(`Yes.\n\n${header}\n\n${history}`, { isForward: true })).toContain(history);
  });

  it.each(separators)('is alone: %s', (separator) => {
    expect(replyOf(`Yes.\n\n${separator}\n${headers[0]?.[1].replaceAll(' | ', '\n')}\n\n${history}`)).toBe(
      'Yes.',
    );
    expect(replyOf(`Yes.\n${separator}\n${history}`)).toBe('Yes.');
  });
});

it.each(forwards)('a forwarded mail stays whole: %s', (separator) => {
  const text = `Look.\n\n${separator}\nFrom: Ann <ann@example.com>\nDate: Monday\nSubject: Error\n\n${history}`;
  expect(replyOf(text)).toBe(text);
});

describe('below a reply', () => {
  it.each(advertisements)('the advertisement goes: %s', (advertisement) => {
    expect(replyOf(`Yes.\n\n${advertisement}`)).toBe('Yes.');
    expect(replyOf(`Yes.\n\n${advertisement}\n\n${attributions[0]}\n${quote}`)).toBe('Yes.');
  });

  it.each(signatures)('the signature goes: %s', (signature) => {
    expect(replyOf(`Yes.\n\n${signature}`)).toBe('Yes.');
    expect(replyOf(`Yes.\n\n${signature}\n\n${attributions[0]}\n${quote}`)).toBe('Yes.');
  });
});

it.each(shapes)('%s', (_name, text, reply) => {
  expect(replyOf(text)).toBe(reply);
});

describe('words of a person', () => {
  it.each(words)('stay: %s', (text) => {
    const kept = wordsOf(text);
    expect(wordsOf(replyOf(text))).toEqual(kept);
    expect(wordsOf(replyOf(`${text}\n\n${attributions[0]}\n${quote}`))).toEqual(kept);
    expect(wordsOf(replyOf(`${text}\n\n${headers[0]?.[1].replaceAll(' | ', '\n')}\n\n${history}`))).toEqual(
      kept,
    );
  });
});

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
