import { describe, expect, it } from 'vitest';
import { sentenceOf } from '../../../src/admin/shared/cmsApi.ts';
import { fileSize } from '../../../src/admin/shared/fileSize.ts';
import { namePerson } from '../../../src/admin/tickets/person.ts';
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
