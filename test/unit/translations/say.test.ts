import { beforeAll, expect, it } from 'vitest';
import { browserInWords } from '../../../src/core/texts/browserInWords.ts';
import { allTexts } from '../../../src/core/texts/register.ts';
import { inWords, listed, rememberEnglish, say, textsIn } from '../../../src/core/texts/say.ts';
import { describeFetched, type Transfer } from '../../../src/features/transfers/admin/transfer.ts';
import { features } from '../../../src/features.ts';
import { germanTexts } from '../../support/texts.ts';

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

it('a browser, which is stored in English, is said in the language of its reader', () => {
  expect(browserInWords('Safari on Linux', germanTexts)).toBe('Safari unter Linux');
  expect(browserInWords('Safari on iPhone', germanTexts)).toBe('Safari auf dem iPhone');
  expect(browserInWords('curl', germanTexts)).toBe('curl');
});

it('a number of people has the verb that fits it', () => {
  const recipient = (at: string | null) => ({ downloaded_at: at }) as Transfer['recipients'][number];
  const fetched = (...times: (string | null)[]) =>
    describeFetched({ status: 'ready', recipients: times.map(recipient) }, germanTexts);
  expect(fetched('2026-03-01', null)).toBe('1 von 2 Personen hat mindestens eine Datei heruntergeladen.');
  expect(fetched('2026-03-01', '2026-03-01', null)).toBe(
    '2 von 3 Personen haben mindestens eine Datei heruntergeladen.',
  );
});
