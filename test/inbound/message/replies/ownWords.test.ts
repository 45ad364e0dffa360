import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../../src/features/inbound/message/readMessage.ts';
import { wordsOf } from './arbitrary.ts';
import { additions, around, attribution, header, ownWords, quote } from './ownWords.ts';

const replyOf = async (text: string, subject = 'Re: [#12] Printer'): Promise<string> => {
  const head = [
    'From: Ann Lee <ann@client.example>',
    'To: Support <support+token@portal.example>',
    `Subject: ${subject}`,
    'In-Reply-To: <1@portal.example>',
    'Content-Type: text/plain; charset=utf-8',
  ];
  return (await readMessage(Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`))).reply;
};

describe('words of a person in an answer', () => {
  it.each(ownWords)('stay, and the history goes: %s', async (text) => {
    const words = wordsOf(text);
    expect(wordsOf(await replyOf(text))).toEqual(words);
    expect(wordsOf(await replyOf(`${text}\n\n${attribution}\n${quote}`))).toEqual(words);
    expect(wordsOf(await replyOf(`${text}\n\n${header}\n\nIs it fixed?\n\nYour Support`))).toEqual(words);
  });

  it.each(ownWords)('stay above what a program or a company adds: %s', async (text) => {
    for (const added of additions)
      expect(wordsOf(await replyOf(`${text}\n\n${added}\n\n${attribution}\n${quote}`))).toEqual(
        wordsOf(text),
      );
  });

  it.each(['On Monday', 'Am Montag', 'Le lundi'])(
    'stay above a date that a program broke off: %s',
    async (day) => {
      const heading = 'On 3 March 2025, at 10:00,\nSupport <support@portal.example> wrote:';
      expect(await replyOf(`${day}\n${heading}\n${quote}`)).toBe(day);
    },
  );

  it('stay if they end with the item of a list that ends an older mail, too', async () => {
    const older = ['> Is it fixed?', '>', '>> Thank you,', '>>', '>> - Bob Miller', '>>'].join('\n');
    const own = 'Please remove:\n\n- Bob Miller';
    expect(wordsOf(await replyOf(`${own}\n\n${attribution}\n${older}`))).toEqual(wordsOf(own));
  });

  it.each(around)('stay around a quote: %s', async (text, own) => {
    const left = wordsOf(own);
    for (const word of wordsOf(await replyOf(text))) if (word === left[0]) left.shift();
    expect(left).toEqual([]);
  });
});

describe('a forwarded mail', () => {
  it.each(['The lamp is broken.', '> The lamp is broken.'])(
    'stays whole below a separator and an attribution: %s',
    async (words) => {
      const heading = 'On Monday, 3 March 2025, Bob Miller <bob@other.example> wrote:';
      const text = `Please look at this.\n\n-----Original Message-----\n${heading}\n\n${words}`;
      expect(await replyOf(text, 'Fwd: Lamp')).toContain('The lamp is broken.');
    },
  );
});

describe('history of the conversation', () => {
  const fields = 'From: Support\nTo: Ann\nDate: 3 May 2024 10:00';
  it.each([
    ['by its subject', `${fields}\nSubject: AW: [#12] Printer`],
    ['by the name of a partner', `${fields}\nSubject: Other`],
    ['by the address of a partner', `${fields.replace('Support', 'support@portal.example')}\nSubject: Other`],
    ['by a name without a date', 'Support <support@portal.example> wrote:'],
    ['by a name without an address', 'On 3 May 2024 at 10:00 Support Team wrote:'],
  ])('goes without marks: %s', async (_name, heading) => {
    expect(await replyOf(`Yes.\n\n${heading}\n\nIs it fixed?`)).toBe('Yes.');
  });

  it('goes if no one says whose it is, but a client alone writes so', async () => {
    const other =
      'From: Bob <bob@other.example>\nSent: Monday, March 11, 2024 10:00 AM\nTo: Eve\nSubject: Lamp';
    expect(await replyOf(`Yes.\n\n${other}\n\nIs it fixed?`)).toBe('Yes.');
  });

  it('goes as the rest of an answered quote with the end of a mail', async () => {
    const ends = [
      'Your Support',
      'Kind regards\n> Bo',
      'Open the ticket: https://portal.example/t/12',
      '> Older',
    ];
    for (const end of ends)
      expect(await replyOf(`${attribution}\n> How many?\nThree.\n> Good.\n>\n> ${end}`)).toBe('Three.');
  });
});

describe('a card below a rule', () => {
  it.each(['---', '___', '--'])('goes if it is the sender’s: %s', async (rule) => {
    expect(await replyOf(`Yes.\n\n${rule}\n\nAnn Lee\n+49 30 1234567\n+49 30 1234568`)).toBe('Yes.');
    expect(await replyOf(`Yes.\n\n${rule}\n\nBo Ray\n+49 30 1234567\n+49 30 1234568`)).toContain('Ray');
  });

  it('goes below its own rule if it is one sentence that is no one’s', async () => {
    expect(await replyOf('It is broken.\n\n-- \nThe second floor has the same problem.')).toBe(
      'It is broken.',
    );
  });

  it('goes below its own rule with a motto', async () => {
    expect(await replyOf('Yes.\n\n-- \nAnn Lee\n\nThe best way to predict the future is to invent it.')).toBe(
      'Yes.',
    );
  });
});

it('a letter keeps its greeting', async () => {
  const letter = 'Take this:\n\nSubject: Move\n\nDear all,\n\nwe move.\n\nKind regards,\nAnn';
  expect(await replyOf(letter)).toBe(letter);
});
