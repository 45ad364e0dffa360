import { describe, expect, it } from 'vitest';
import { fileSize } from '../../../src/admin/files/useFiles.ts';
import { sentenceOf } from '../../../src/admin/shared/cmsApi.ts';
import { describeChanges } from '../../../src/admin/tickets/describeChange.ts';
import { namePerson, nameWithinSentence } from '../../../src/admin/tickets/person.ts';
import { wordsFor } from '../../../src/admin/tickets/ticketWords.ts';

describe('who said something', () => {
  it('has a name, else an address, and is known to be a client', () => {
    const ann = { id: 1, email: 'ann@acme.example', role: 'client' };
    expect(namePerson(ann)).toEqual({ name: 'ann@acme.example', isClient: true });
    expect(namePerson({ ...ann, name: 'Ann', role: 'editor' })).toEqual({ name: 'Ann', isClient: false });
  });

  it('is staff to those who may not read who it was, and apart from that deleted', () => {
    expect(namePerson(7).name).toBe('Support staff');
    expect(namePerson(null).name).toBe('A deleted user');
  });
});

describe('a change in words', () => {
  const people: Record<string, string> = { 3: 'Ann', 4: 'support staff' };
  const wordsOf = (changes: Parameters<typeof describeChanges>[0]) =>
    describeChanges(changes, (id) => people[id] ?? 'a deleted user').map(({ sentence }) => sentence);

  it('says what it was and what it became, as people say it', () => {
    expect(
      wordsOf({
        status: { from: 'open', to: 'in_progress' },
        priority: { from: 'low', to: 'urgent' },
        subject: { from: 'VPN', to: 'The VPN' },
      }),
    ).toEqual([
      'Changed the status from Open to In progress',
      'Changed the priority from Low to Urgent',
      'Changed the subject from “VPN” to “The VPN”',
    ]);
  });

  it.each([
    [null, '3', 'Assigned it to Ann'],
    ['3', null, 'Took the assignment from Ann'],
    ['3', '4', 'Reassigned it from Ann to support staff'],
  ])('says whom a ticket is assigned to: from %s to %s', (from, to, sentence) => {
    expect(wordsOf({ assignee_id: { from, to } })).toEqual([sentence]);
  });

  it.each([
    ['3', '5', 'Changed the requester from Ann to a deleted user'],
    [null, '3', 'Changed the requester to Ann'],
  ])('says whom a ticket is for: from %s to %s', (from, to, sentence) => {
    expect(wordsOf({ requester_id: { from, to } })).toEqual([sentence]);
  });

  it.each([
    [null, 'b', 'Added the description', false],
    ['a', null, 'Removed the description', false],
    ['a', 'b', 'Changed the description', true],
  ])('tells of a description apart from its texts: from %s to %s', (from, to, sentence, hasTexts) => {
    const [change] = describeChanges({ description: { from, to } }, String);
    expect(change).toEqual({ field: 'description', sentence, texts: hasTexts ? { from, to } : null });
  });

  it('begins none but a name with a capital', () => {
    expect(nameWithinSentence({ id: 1, name: 'Ann' })).toBe('Ann');
    expect(nameWithinSentence(7)).toBe('support staff');
    expect(nameWithinSentence(undefined)).toBe('a deleted user');
  });
});

describe('a refusal of the CMS', () => {
  it('is told by what is wrong with the field, else by its message', () => {
    const field = {
      message: 'The following field is invalid: Subject',
      data: { errors: [{ message: 'Give one line.' }] },
    };
    expect(sentenceOf({ errors: [field] }, 400)).toBe('Give one line.');
    expect(sentenceOf({ errors: [{ message: 'There is no such record.' }] }, 404)).toBe(
      'There is no such record.',
    );
    expect(sentenceOf(null, 500)).toMatch(/Try again/);
    expect(sentenceOf({ errors: [{ message: 'Unauthorized' }] }, 401)).toMatch(/Log in again/);
  });
});

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [2500, '2.4 KB'],
  [52_428_800, '50 MB'],
])('says %d bytes as %s', (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});

it('says a state of a ticket in words', () => {
  expect(wordsFor('in_progress')).toBe('In progress');
});
