import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markedText } from '../../../../src/features/inbound/message/text/messageText.ts';
import { reply, wordsOf } from '../replies/arbitrary.ts';
import { attributions, attributionsOfName } from '../replies/attributions.ts';
import { replyOf } from '../replies/conversation.ts';
import { headers } from '../replies/headers.ts';
import * as parts from './parts.ts';

type Program = (words: string, said: { attribution: string; fields: string }) => string;

/** The programs whose quote ends in HTML, so that words may stand below it, and the others. */
const ending: Readonly<Record<string, Program>> = {
  iPhone: (words, { attribution }) => parts.iPhone(words, attribution),
  'Apple Mail': (words, { attribution }) => parts.appleMail(words, attribution),
  Gmail: (words, { attribution }) => parts.gmail(words, attribution),
  Yahoo: (words, { attribution }) => parts.yahoo(words, attribution),
  Proton: (words, { attribution }) => parts.proton(words, '', attribution),
  Zoho: (words, { attribution }) => parts.zoho(words, attribution),
  GMX: (words, { fields }) => parts.gmx(words, fields),
  'Outlook for iOS': (words, { fields }) => parts.outlookMobile(words, '', fields),
  Foxmail: (words, { fields }) => parts.foxmail(words, fields),
  Yandex: (words, { attribution }) => parts.yandex(words, attribution),
  'Mail.ru': (words, { attribution }) => parts.mailRu(words, attribution),
  Thunderbird: (words, { attribution }) => parts.thunderbird(words, attribution),
  Orange: (words, { fields }) => parts.orange(words, fields),
  Alibaba: (words, { fields }) => parts.alibaba(words, fields),
};

const others: Readonly<Record<string, Program>> = {
  Outlook: (words, { fields }) => parts.outlook([words], fields),
  'the new Outlook': (words, { fields }) => parts.owa(words, fields),
  Naver: (words, { fields }) => parts.naver(words, fields),
  QQ: (words, { fields }) =>
    parts.qq(words, '------------------&nbsp;原始邮件&nbsp;------------------', fields),
  Samsung: (words, { fields }) => parts.samsung(words, '', '-------- Original message --------', fields),
};

const said = fc.record({
  attribution: fc.constantFrom(...attributions, ...attributionsOfName),
  fields: fc.constantFrom(...headers.map(([, row]) => row)),
});

/** A person's lines as programs write them: in one element with breaks, or each in its own. */
const written = fc.constantFrom(
  (lines: readonly string[]) => lines.join('<br>'),
  (lines: readonly string[]) => lines.map((line) => `<div>${line || '<br>'}</div>`).join(''),
  (lines: readonly string[]) => lines.map((line) => `<p>${line || '&nbsp;'}</p>`).join(''),
);

const inHtml = (text: string, write: (lines: readonly string[]) => string): string =>
  write(
    text
      .split('\n')
      .map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  );

/** The programs that part their quote around an answer, with the elements between its halves. */
const parting: Readonly<
  Record<string, readonly [program: (quote: string, attribution: string) => string, open: string]>
> = {
  Gmail: [(quote, attribution) => parts.gmail('', attribution, quote), '<blockquote class="gmail_quote">'],
  Thunderbird: [
    (quote, attribution) => parts.thunderbird('', attribution, quote),
    '<blockquote type="cite" cite="mid:1@example.com">',
  ],
  Proton: [
    (quote, attribution) => parts.proton('', '', attribution, quote),
    '<blockquote class="protonmail_quote" type="cite">',
  ],
};

const runs = { numRuns: 75, seed: 30 };

const replyTo = (html: string): string[] => wordsOf(replyOf(markedText({ html })));

it.each(Object.entries({ ...ending, ...others }))('words above a quote survive: %s', (_name, program) => {
  fc.assert(
    fc.property(reply, said, written, (words, header, write) => {
      const own = wordsOf(words);
      expect(replyTo(program(inHtml(words, write), header)).slice(0, own.length)).toEqual(own);
    }),
    runs,
  );
});

it.each(Object.entries(ending))('words below a quote survive: %s', (_name, program) => {
  fc.assert(
    fc.property(reply, said, written, (words, header, write) => {
      const own = wordsOf(words);
      const html = `${program('', header)}<div>${inHtml(words, write)}</div>`;
      expect(replyTo(html).slice(-own.length)).toEqual(own);
    }),
    runs,
  );
});

it.each(Object.entries(ending))('words above and below a quote survive: %s', (_name, program) => {
  fc.assert(
    fc.property(reply, reply, said, written, (above, below, header, write) => {
      const [first, last] = [wordsOf(above), wordsOf(below)];
      const html = `${program(inHtml(above, write), header)}<div>${inHtml(below, write)}</div>`;
      const kept = replyTo(html);
      expect(kept.slice(0, first.length)).toEqual(first);
      expect(kept.slice(-last.length)).toEqual(last);
    }),
    runs,
  );
});

it.each(Object.entries(parting))(
  'words between two halves of a quote survive: %s',
  (_name, [program, open]) => {
    fc.assert(
      fc.property(reply, said, written, (words, { attribution }, write) => {
        const halves = `Is it on?</blockquote><div>${inHtml(words, write)}</div>${open}Is it red?`;
        const own = wordsOf(words);
        const kept = replyTo(program(halves, attribution)).join(' ');
        expect(` ${kept} `).toContain(` ${own.join(' ')} `);
      }),
      runs,
    );
  },
);
