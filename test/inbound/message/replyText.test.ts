import { describe, expect, it } from 'vitest';
import { htmlText } from '../../../src/features/inbound/message/text/htmlText.ts';
import { replyOf } from './replies/conversation.ts';

const history = '\n\nOn Mon, Mar 11, 2024 at 10:00 AM Ann <ann@example.com> wrote:\n> Hello\n';

describe('the reply of a text', () => {
  it.each([
    [
      'a line that starts like the signature of a phone',
      'Hello,\n\nSent from the warehouse on Monday, it never came.\n\nWhat now?',
    ],
    ['a form', 'Please book:\n\nFrom: Berlin\nTo: Paris\nDate: 3 May 2024\n\nTwo persons.'],
    [
      'words about what someone wrote',
      'Hello,\n\nyou wrote on 3/11/24:\n\nThe printer is empty.\n\nIt is not.',
    ],
    ['a line about a page', 'On page 3 of 2024 it says:\n\nPress A.\n\nI did.'],
    ['rules in pairs', 'Log:\n\n====\nok\n====\n\nThat is all.'],
    ['Dutch that starts as an attribution does', 'Op maandag belde ik.\n\nJan schreef mij:\n\nhet is stuk.'],
    ['money and patterns', "It costs $5, $& and $'."],
    ['the lines of code', 'if (a > b) {\n  return "--";\n}\n\nThat fails.'],
  ])('keeps %s', (_name, text) => {
    expect(replyOf(text + history)).toBe(text);
  });

  it.each([
    ['a standard signature', 'Yes.\n\n-- \nAnn\n+49 30 1234'],
    [
      'a closing with a name',
      'Yes.\n\nMit freundlichen Grüßen\nAnn\n\nExample GmbH\nAmtsgericht Musterstadt',
    ],
    ['the signature of a phone', 'Yes.\n\nGesendet mit der GMX Mail App'],
    ['a signature and a phone', 'Yes.\n\nKind regards,\nAnn\n\nSent from my iPhone'],
    [
      'a line below the quote',
      'Yes.\n\nAm 11.03.24 um 10:00 schrieb Ann:\n> Ja?\n\nVon meinem iPhone gesendet',
    ],
    [
      'history without marks',
      'Yes.\n\nOn Mon, Mar 11, 2024 at 10:00 AM Ann <ann@example.com> wrote:\n\nHello,\n\nyes or no?',
    ],
    [
      'a bold header',
      'Yes.\n\n*From:* Ann <ann@example.com>\n*Sent:* Monday\n*To:* Bo\n*Subject:* Question\n\nYes or no?',
    ],
    ['quotes within quotes', `Yes.${history}> > Older\n>> Oldest\n`],
  ])('goes without %s', (_name, text) => {
    expect(replyOf(text)).toBe('Yes.');
  });

  it('keeps what a sender forwards', () => {
    const text = 'Look.\n\nFrom: Ann <ann@example.com>\nDate: Monday\nSubject: Error\n\nIt failed.';
    expect(replyOf(text, { isForward: true })).toBe(text);
    expect(replyOf(text)).toBe('Look.');
  });

  it('keeps what a sender forwards behind marks', () => {
    const mail =
      '> From: Ann <ann@example.com>\n> Date: Mon, 11 Mar 2024 10:00\n> Subject: Error\n>\n> It failed.';
    expect(replyOf(`Look.\n\n${mail}`, { isForward: true })).toBe(`Look.\n\n${mail}`);
    expect(replyOf(`Look.\n\n${mail}`)).toBe('Look.');
  });

  it('is all of a text that has only a signature', () => {
    expect(replyOf('Viele Grüße\nAnn')).toBe('Viele Grüße\nAnn');
  });

  it('keeps a log of 5 MB, and leaves out a quote of 5 MB', () => {
    const log = 'a line of a log\n'.repeat(330_000).trim();
    expect(replyOf(log).length).toBeGreaterThan(log.length - 10);
    expect(replyOf(`Yes.${history}${'> line\n'.repeat(700_000)}`)).toBe('Yes.');
  });
});

describe('HTML as text', () => {
  it.each([
    ['an emoji that is a picture', '<img alt="👍🏽" src="cid:1"> ok <img alt="5" src="cid:2">', '👍🏽 ok'],
    ['a link with its address', '<a href="https://example.com/a">here</a>', 'here (https://example.com/a)'],
    [
      'an address that no program escaped',
      '<p>To Bo <bo@example.com>, please</p>',
      'To Bo <bo@example.com>, please',
    ],
    ['a link that is its address once', '<a href="https://example.com/">example.com</a>', 'example.com'],
    [
      'a mail address without its scheme',
      '<a href="mailto:a@example.com">a@example.com</a>',
      'a@example.com',
    ],
    ['quotes within quotes', 'a<blockquote>b<blockquote>c</blockquote></blockquote>', 'a\n> b\n> > c'],
    ['a list', '<ol><li>one</li><li>two</li></ol>', '1. one\n 2. two'],
    ['an emoji that is a picture', 'Fine <img data-emoji="👍" src="https://x.example/e.png">', 'Fine 👍'],
    ['several bodies', '<html><body>one</body></html>\n<html><body><p>two</p></body></html>', 'one\n\ntwo'],
    ['a list of terms', '<dl><dt>Tray</dt><dd>2</dd></dl>', 'Tray\n2'],
    ['no comments of Outlook', '<!--[if mso]><p>a</p><![endif]-->b', 'b'],
    ['entities', '&lt;b&gt; &amp; &nbsp;&euro;', '<b> & \u00a0€'],
  ])('shows %s', (_name, html, text) => {
    expect(htmlText(html)).toBe(text);
  });
});
