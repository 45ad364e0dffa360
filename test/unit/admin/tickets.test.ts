import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../../src/core/ui/requests/cmsApi.ts';
import { loggedOut, unexplained } from '../../../src/core/ui/requests/portalApi.ts';
import { namePerson, nameWithinSentence } from '../../../src/features/people/admin/findPeople.ts';
import { sentenceOn } from '../../../src/features/tickets/admin/page/presence/present.ts';
import { describeChanges } from '../../../src/features/tickets/admin/readHistory.ts';
import { englishTexts, germanTexts } from '../../support/texts.ts';

describe('who said something', () => {
  it('has a name, else an address, and is known to be a client', () => {
    const ann = { id: 1, email: 'ann@acme.example', role: 'client' };
    expect(namePerson(ann, englishTexts)).toEqual({ name: 'ann@acme.example', isClient: true });
    expect(namePerson({ ...ann, name: 'Ann', role: 'editor' }, englishTexts)).toEqual({
      name: 'Ann',
      isClient: false,
    });
  });

  it('is staff to those who may not read who it was, and apart from that deleted', () => {
    expect(namePerson(7, englishTexts).name).toBe('Support staff');
    expect(namePerson(null, englishTexts).name).toBe('A deleted user');
  });
});

describe('who has a ticket open', () => {
  const reads = (name: string | null) => ({ name, writing: false });
  const writes = (name: string | null) => ({ name, writing: true });

  it.each([
    [[], ''],
    [[reads('Anna')], 'Anna has this ticket open.'],
    [[reads('Anna'), reads('Ben'), reads('Carl')], 'Anna, Ben and Carl have this ticket open.'],
    [[reads('Anna'), writes('Ben')], 'Ben is writing a reply. Anna has this ticket open.'],
    [[writes('Anna'), writes('Ben')], 'Anna and Ben are writing replies.'],
    [[writes(null), writes(null)], 'Support staff is writing a reply.'],
  ])('reads as a sentence of %j', (people, sentence) => {
    expect(sentenceOn(people, englishTexts)).toBe(sentence);
  });

  it('reads as a sentence of another language', () => {
    expect(sentenceOn([writes('Anna'), writes(null), reads('Ben')], germanTexts)).toBe(
      'Anna und Support-Team schreiben Antworten. Ben hat dieses Ticket geöffnet.',
    );
  });
});

describe('a change in words', () => {
  const people: Record<string, string> = { 3: 'Ann', 4: 'support staff' };
  const nameOf = (id: string) => people[id] ?? 'a deleted user';
  const wordsOf = (changes: Parameters<typeof describeChanges>[0], t = englishTexts) =>
    describeChanges(changes, { nameOf, t }).map(({ sentence }) => sentence);

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

  it('says it in another language', () => {
    expect(wordsOf({ status: { from: 'open', to: 'in_progress' } }, germanTexts)).toEqual([
      'Status von Offen auf In Bearbeitung geändert',
    ]);
  });

  it('tells of tags, one or several', () => {
    expect(wordsOf({ tags: { from: ['vpn'], to: ['login', 'urgent'] } })).toEqual([
      'Added the tags login, urgent. Removed the tag vpn',
    ]);
  });

  it('tells of followers by their names', () => {
    expect(wordsOf({ followers: { from: ['3'], to: ['4', '5'] } })).toEqual([
      'Added the followers support staff, a deleted user. Removed the follower Ann',
    ]);
  });

  it.each([
    [null, '3', 'Assigned to Ann'],
    ['3', null, 'Unassigned Ann'],
    ['3', '4', 'Reassigned from Ann to support staff'],
  ])('says whom a ticket is assigned to: from %s to %s', (from, to, sentence) => {
    expect(wordsOf({ assignee_id: { from, to } })).toEqual([sentence]);
  });

  it.each([
    ['3', '5', 'Changed the requester from Ann to a deleted user'],
    [null, '3', 'Set the requester to Ann'],
    ['3', null, 'Removed the requester Ann'],
  ])('says whom a ticket is for: from %s to %s', (from, to, sentence) => {
    expect(wordsOf({ requester_id: { from, to } })).toEqual([sentence]);
  });

  it.each([
    [null, 'b', 'Added the description', false],
    ['a', null, 'Removed the description', false],
    ['a', 'b', 'Changed the description', true],
  ])('tells of a description apart from its texts: from %s to %s', (from, to, sentence, hasTexts) => {
    const [change] = describeChanges({ description: { from, to } }, { nameOf, t: englishTexts });
    expect(change).toEqual({ field: 'description', sentence, texts: hasTexts ? { from, to } : null });
  });

  it('begins none but a name with a capital', () => {
    expect(nameWithinSentence({ id: 1, name: 'Ann' }, englishTexts)).toBe('Ann');
    expect(nameWithinSentence(7, englishTexts)).toBe('support staff');
    expect(nameWithinSentence(undefined, englishTexts)).toBe('a deleted user');
  });
});

describe('a refusal of the CMS', () => {
  it('is told by what is wrong with the field, else by its message', () => {
    const field = {
      message: 'The following field is invalid: Subject',
      data: { errors: [{ message: 'Enter a single line.' }] },
    };
    expect(reasonOf({ errors: [field] }, 400)).toBe('Enter a single line.');
    expect(reasonOf({ errors: [{ message: 'There is no such record.' }] }, 404)).toBe(
      'There is no such record.',
    );
    expect(reasonOf(null, 500)).toBe(unexplained);
    expect(reasonOf({ errors: [{ message: 'Unauthorized' }] }, 401)).toBe(loggedOut);
  });
});
