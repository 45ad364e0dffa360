import { describe, expect, it } from 'vitest';
import {
  countToldOfRejection,
  mailedRecipients,
  type UploadRequest,
} from '../../../src/features/upload-requests/admin/uploadRequest.ts';
import { accepts, isAcceptEntry, mayAccept } from '../../../src/features/upload-requests/files/accept.ts';
import { endOf, problemOfDates } from '../../../src/features/upload-requests/record/createRequest.ts';
import {
  type Item,
  itemsAfterJudgement,
  itemsAfterUpload,
  itemsAfterWithdrawal,
  missingItems,
  problemOfCompletion,
} from '../../../src/features/upload-requests/record/items.ts';

const item = (fields: Partial<Item>): Item => ({
  id: 'a',
  label: 'Texts',
  required: true,
  state: 'missing',
  note: null,
  ...fields,
});

describe('the items of a request', () => {
  const items = [item({}), item({ id: 'b', label: 'Pictures', required: false })];

  it('a file makes its item received, and takes back what was said of it', () => {
    const rejected = [item({ state: 'rejected', note: 'too small' })];
    expect(itemsAfterUpload(rejected, 'a')).toEqual([item({ state: 'received' })]);
    expect(itemsAfterUpload(items, 'b').map(({ state }) => state)).toEqual(['missing', 'received']);
    expect(itemsAfterUpload(items, null)).toEqual(items);
  });

  it('an item is missing again once its last file is withdrawn', () => {
    const received = [item({ state: 'received' })];
    expect(itemsAfterWithdrawal(received, 'a', false)[0]?.state).toBe('received');
    expect(itemsAfterWithdrawal(received, 'a', true)[0]?.state).toBe('missing');
    expect(itemsAfterWithdrawal([item({ state: 'rejected' })], 'a', true)[0]?.state).toBe('rejected');
    expect(itemsAfterWithdrawal(received, null, true)).toEqual(received);
  });

  it('the team judges one of them', () => {
    const judged = itemsAfterJudgement(items, 'b', { state: 'rejected', note: 'blurred' });
    expect(judged).toEqual([items[0], { ...items[1], state: 'rejected', note: 'blurred' }]);
  });

  it('only required ones are missing', () => {
    expect(missingItems(items).map(({ id }) => id)).toEqual(['a']);
    expect(missingItems([item({ state: 'rejected' })])).toHaveLength(1);
  });

  it.each([
    ['a required item is missing', items, 3, 'items'],
    ['nothing was sent', [], 0, 'nothing'],
    ['nothing was sent for optional items', [item({ required: false })], 0, 'nothing'],
    ['a file was sent', [], 1, null],
    ['the team has what it needs by another way', [item({ state: 'received' })], 0, null],
  ] as const)('when %s, completion is judged so', (_case, given, files, problem) => {
    expect(problemOfCompletion({ items: given, files })).toBe(problem);
  });
});

describe('the types that a request takes', () => {
  it.each(['.pdf', '.tar.gz', 'image/*', 'application/vnd.oasis.opendocument.text'])('%s is one', (entry) => {
    expect(isAcceptEntry(entry)).toBe(true);
  });

  it.each(['', 'pdf', '*', '*/*', 'image/', '.', '. pdf', 'image/png, .pdf', 'image/png;q=1', 'a\n/b'])(
    '%j is none',
    (entry) => {
      expect(isAcceptEntry(entry)).toBe(false);
    },
  );

  it.each([
    [[], 'a.exe', 'application/x-msdownload', true],
    [['.PDF'], 'Plan.pdf', 'application/octet-stream', true],
    [['.pdf'], 'plan.pdf.exe', 'application/pdf', false],
    [['image/*'], 'a.png', 'image/png', true],
    [['image/*'], 'a.png', 'imagery/png', false],
    [['Image/PNG'], 'a', 'image/png', true],
    [['image/png', '.txt'], 'a.jpg', 'image/jpeg', false],
  ] as const)('%j and %s (%s): %s', (entries, name, mimeType, taken) => {
    expect(accepts(entries, { name, mimeType })).toBe(taken);
  });

  it.each([
    [[], 'a.exe', true],
    [['.txt', '.DOCX'], 'a.docx', true],
    [['.txt', '.docx'], 'a.pdf', false],
    // The bytes decide, which are not there yet.
    [['.txt', 'image/*'], 'a.pdf', true],
  ] as const)('%j and a name alone, %s: %s', (entries, name, isPossible) => {
    expect(mayAccept(entries, name)).toBe(isPossible);
  });
});

describe('the dates of a request', () => {
  const now = new Date('2026-11-26T12:00:00Z');
  const in_ = (days: number) => new Date(now.getTime() + days * 86_400_000);

  it('the links end 14 days after it is due, and within 90 days', () => {
    expect(endOf({ due: null, end: null }, now)).toEqual(in_(14));
    expect(endOf({ due: in_(10), end: null }, now)).toEqual(in_(24));
    expect(endOf({ due: in_(85), end: null }, now)).toEqual(in_(90));
    expect(endOf({ due: in_(10), end: in_(11) }, now)).toEqual(in_(11));
  });

  it.each([
    [{ due: null, end: in_(1) }, null],
    [{ due: in_(2), end: in_(1) }, 'endBeforeDue'],
    [{ due: in_(2), end: in_(2) }, null],
    [{ due: in_(91), end: null }, 'dueFar'],
  ] as const)('%j: %s', (dates, problem) => {
    expect(problemOfDates(dates, now)).toBe(problem);
  });
});

describe('the people whom the page names', () => {
  const recipients = [
    { id: 'ann', email: 'ann@example.com' },
    { id: 'bob', email: 'bob@example.com' },
    { id: 'gone', email: 'erased' },
  ] as UploadRequest['recipients'];
  const file = (recipient_id: string | null, rejected = false) => ({ item_id: 'a', recipient_id, rejected });

  it.each([
    ['everyone, if no recipient has sent a file', [], 2],
    ['everyone, if the files came by the link of no one', [file(null)], 2],
    ['who has sent it', [file('ann'), file('ann'), { ...file('bob'), item_id: 'b' }], 1],
    ['no one for a file that was rejected before', [file('ann', true), file('bob')], 1],
    ['no one whose address was erased', [file('gone')], 0],
  ])('are told of a rejected item: %s', (_who, files, told) => {
    const request = { recipients, files: files as UploadRequest['files'] };
    expect(countToldOfRejection(request, 'a')).toBe(told);
  });

  it('are those with an address when all are reminded', () => {
    expect(mailedRecipients({ recipients })).toEqual(['ann', 'bob']);
  });
});
