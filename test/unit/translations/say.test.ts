import { beforeAll, expect, it } from 'vitest';
import { allTexts } from '../../../src/core/texts/register.ts';
import { inWords, listed, rememberEnglish, say, textsIn } from '../../../src/core/texts/say.ts';
import { features } from '../../../src/features.ts';

const german = textsIn(allTexts(features).de);

// As the plugin does: the texts of all features, beside core's own.
beforeAll(() => rememberEnglish(allTexts(features).en));

it('a sentence is English as a string, and can be said in another language', () => {
  const sentence = say('errors:text:tooLong', { most: 255 });
  expect(String(sentence)).toBe('Enter at most 255 characters.');
  expect(inWords(sentence, german)).toBe('Geben Sie höchstens 255 Zeichen an.');
});

it('a plain string is the same in each language', () => {
  expect(inWords('The file is infected.', german)).toBe('The file is infected.');
});

it('words within a sentence are in its language, and braces within a value stay', () => {
  const fields = (['subject', 'status', 'tags'] as const).map((name) => say(`errors:ticket:fields:${name}`));
  expect(String(listed(fields, 'and'))).toBe('the subject and the status and the tags');
  expect(inWords(listed(fields, 'and'), german)).toBe('den Betreff und den Status und die Schlagwörter');
  const sentence = say('savedReplies:errors:noVariable', {
    name: '{{variables}}',
    variables: '{{ticket.id}}',
  });
  expect(String(sentence)).toBe('{{variables}} is not a variable. The variables are {{ticket.id}}.');
});
