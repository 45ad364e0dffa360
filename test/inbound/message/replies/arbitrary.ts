import fc from 'fast-check';

/** Words of a sentence, in languages with and without capital letters and spaces. */
export const sentences = [
  'we still see it and the lamp is red',
  'das geht leider immer noch nicht',
  "ce n'est toujours pas réparé",
  'todavía no funciona nada de esto',
  'non va ancora niente di questo',
  'isso ainda não funciona por aqui',
  'het werkt nog steeds niet bij ons',
  'det virker stadig ikke hos os',
  'to nadal u nas nie działa',
  'у нас это всё ещё не работает',
  'bu hâlâ bizde hiç çalışmıyor',
  'זה עדיין לא עובד אצלנו',
  'هذا لا يزال لا يعمل لدينا',
  '这个问题还是没有解决',
  'まだ動いていません',
  '아직도 작동하지 않습니다',
];

/** What stands in attributions, headers, signatures and lists, before or behind a sentence. */
const fragments = [
  ...[
    'On 3 May',
    'Am 3. Mai',
    'Le 3 mai',
    'El 3 de mayo',
    'On Mon, 11 Mar 2024 at 10:00',
    '2024-03-11 10:00',
  ],
  ...['Ann Lee', '<ann@example.com>', '(ann@example.com)', 'wrote', 'schrieb', 'a écrit', 'написал', '写道'],
  ...[
    'From:',
    'Subject:',
    '- ',
    '1. ',
    '* ',
    '---',
    '10:00',
    'Sent from',
    'Gesendet von',
    'Thanks,',
    '<',
    '>',
    '"',
    ':',
  ],
];

const between = ['', '', '', '---', '___', '***', 'Hello Ann,', '- one', '# Two'];

const line = fc
  .tuple(
    fc.constantFrom('', '', ...fragments),
    fc.constantFrom(...sentences),
    fc.constantFrom('', '', ...fragments),
  )
  .filter(([before]) => before !== '>')
  .map((parts) => parts.filter((part) => part !== '').join(' '));

/** Lines of a person, the last of which is a sentence. */
export const reply = fc
  .tuple(fc.array(fc.oneof(line, fc.constantFrom(...between)), { maxLength: 5 }), line)
  .map((lines) => lines.flat().join('\n'));

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
