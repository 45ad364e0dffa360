import { describe, expect, it } from 'vitest';
import { replyText } from '../../../../src/features/inbound/message/text/replyText.ts';
import { attributions, attributionsOfMarks, brokenAttributions } from './attributions.ts';
import { forwards, headers, separators } from './headers.ts';
import { shapes } from './shapes.ts';
import { advertisements, signatures } from './signatures.ts';
import { words } from './words.ts';

const quote = '> Is it fixed?\n> Ann';
const history = 'Is it fixed?\n\nPlease tell us.\n\nAnn';
const strong = [...attributions, ...brokenAttributions];

describe('the reply above an attribution', () => {
  it.each([...strong, ...attributionsOfMarks])('is alone: %s', (attribution) => {
    expect(replyText(`Yes.\n\n${attribution}\n${quote}`)).toBe('Yes.');
    expect(replyText(`Yes it is\n${attribution}\n\n${quote}`)).toBe('Yes it is');
  });

  it.each(strong)('is alone where the quote has no marks: %s', (attribution) => {
    expect(replyText(`Yes.\n\n${attribution}\n\n${history}`)).toBe('Yes.');
  });

  it.each(attributionsOfMarks)('is kept with what a person may have written: %s', (attribution) => {
    const text = `Yes.\n\n${attribution}\n\n${history}`;
    expect(replyText(text)).toBe(text);
  });
});

describe('the reply above a header', () => {
  it.each(headers)('is alone: %s', (_language, row) => {
    const header = row.replaceAll(' | ', '\n');
    expect(replyText(`Yes.\n\n${header}\n\n${history}`)).toBe('Yes.');
    expect(replyText(`Yes.\n\n${header}\n\n${history}`, { isForward: true })).toContain(history);
  });

  it.each(separators)('is alone: %s', (separator) => {
    expect(replyText(`Yes.\n\n${separator}\n${headers[0]?.[1].replaceAll(' | ', '\n')}\n\n${history}`)).toBe(
      'Yes.',
    );
    expect(replyText(`Yes.\n${separator}\n${history}`)).toBe('Yes.');
  });
});

it.each(forwards)('a forwarded mail stays whole: %s', (separator) => {
  const text = `Look.\n\n${separator}\nFrom: Ann <ann@example.com>\nDate: Monday\nSubject: Error\n\n${history}`;
  expect(replyText(text)).toBe(text);
});

describe('below a reply', () => {
  it.each(advertisements)('the advertisement goes: %s', (advertisement) => {
    expect(replyText(`Yes.\n\n${advertisement}`)).toBe('Yes.');
    expect(replyText(`Yes.\n\n${advertisement}\n\n${attributions[0]}\n${quote}`)).toBe('Yes.');
  });

  it.each(signatures)('the signature goes: %s', (signature) => {
    expect(replyText(`Yes.\n\n${signature}`)).toBe('Yes.');
    expect(replyText(`Yes.\n\n${signature}\n\n${attributions[0]}\n${quote}`)).toBe('Yes.');
  });
});

it.each(shapes)('%s', (_name, text, reply) => {
  expect(replyText(text)).toBe(reply);
});

describe('words of a person', () => {
  it.each(words)('stay: %s', (text) => {
    const kept = wordsOf(text);
    expect(wordsOf(replyText(text))).toEqual(kept);
    expect(wordsOf(replyText(`${text}\n\n${attributions[0]}\n${quote}`))).toEqual(kept);
    expect(wordsOf(replyText(`${text}\n\n${headers[0]?.[1].replaceAll(' | ', '\n')}\n\n${history}`))).toEqual(
      kept,
    );
  });
});

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
