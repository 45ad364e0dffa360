import { beforeAll, describe, expect, it } from 'vitest';
import { allTexts } from '../../../src/core/texts/register.ts';
import { rememberEnglish } from '../../../src/core/texts/say.ts';
import { fillIn, findMissingValue } from '../../../src/features/saved-replies/savedReplies.ts';
import { checkSavedReply } from '../../../src/features/saved-replies/savedReplyRules.ts';
import { features } from '../../../src/features.ts';

// The sentences of the features.
beforeAll(() => rememberEnglish(allTexts(features).en));

const values = {
  'ticket.id': '7',
  'ticket.subject': 'About {{agent.name}} and $& and $1',
  'requester.name': 'Ann {{ticket.id}}',
  'agent.name': 'Edna',
};

describe('the text of a saved reply', () => {
  it.each([
    'Hello',
    'Hello {{requester.name}}',
    '{{ ticket.id }}: {{ticket.subject}}, {{agent.name}}',
    'a { b } {{ c',
    'function() {\n  {\n  }\n}',
  ])('may be %j', (body) => {
    expect(checkSavedReply(body)).toBe(true);
  });

  it.each([
    ['Hello {{requester.email}}', '{{requester.email}}'],
    ['Hello {{}}', '{{}}'],
    ['{{ticket.id}} {{Ticket.Id}}', '{{Ticket.Id}}'],
    ['{{constructor}}', '{{constructor}}'],
  ])('is refused as %j, by the name of what is unknown', (body, named) => {
    expect(String(checkSavedReply(body))).toContain(
      `${named} is not a variable. The variables are {{ticket.id}}, `,
    );
  });

  it.each([[''], [' \n'], [null], [7], ['\0'], ['a'.repeat(50_001)]])('is refused as %j', (body) => {
    expect(checkSavedReply(body)).not.toBe(true);
  });

  it('is filled in with the values as they are, once', () => {
    expect(fillIn('#{{ticket.id}} {{ ticket.subject }}, {{requester.name}}!', values)).toBe(
      '#7 About {{agent.name}} and $& and $1, Ann {{ticket.id}}!',
    );
  });

  it('names the first variable in it whose value is not known', () => {
    const unknown = { ...values, 'requester.name': null, 'agent.name': null };
    expect(findMissingValue('{{ticket.id}} {{constructor}} {{ agent.name }}', unknown)).toBe(
      '{{ agent.name }}',
    );
    expect(findMissingValue('{{ticket.id}} {{ticket.subject}}', unknown)).toBeUndefined();
    expect(findMissingValue('{{agent.name}}', values)).toBeUndefined();
  });

  it('keeps what is not a variable', () => {
    expect(fillIn('{{constructor}} {{ticket.id}}', values)).toBe('{{constructor}} 7');
  });
});
