import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  carryDraft,
  type Draft,
  draftStore,
  emptyBody,
  endUndo,
  forgetSent,
  markSending,
  submissionKey,
  takenOver,
  unmarkSending,
} from '../../../src/features/tickets/admin/page/draft/draft.ts';

let kept: Map<string, string>;
let isFull: boolean;

beforeEach(() => {
  kept = new Map();
  isFull = false;
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (isFull) throw new Error('The browser is full.');
      kept.set(name, value);
    },
    removeItem: (name: string) => void kept.delete(name),
  });
});

afterEach(() => void vi.unstubAllGlobals());

const paragraph = (text: string) => ({ type: 'paragraph', version: 1, children: [{ type: 'text', text }] });

const write = (ticket: number, text: string, internal = false): void => {
  const root = {
    type: 'root',
    version: 1,
    children: [paragraph(text)],
    direction: null,
    format: '',
    indent: 0,
  };
  const draft = { body: { root }, internal, key: `key of ${text}`, at: '2026-01-01T00:00:00.000Z' };
  draftStore(ticket, 7).write(draft as unknown as Draft);
};

const read = (ticket: number) => {
  const draft = draftStore(ticket, 7).read();
  return draft && { internal: draft.internal, children: draft.body.root.children };
};

const carry = () => carryDraft({ from: 3, to: 9, person: 7 });

it('a draft goes where its ticket was merged', () => {
  write(3, 'Restart it.', true);
  expect(carry()).toBe(true);
  expect([read(3), read(9)]).toEqual([null, { internal: true, children: [paragraph('Restart it.')] }]);
  expect(carry()).toBe(false);
});

it.each([
  [true, false],
  [false, true],
])('it stands below the one that is there, and stays a note if either was: %s, %s', (source, target) => {
  write(3, 'From the source.', source);
  write(9, 'From the target.', target);
  carry();
  const children = [paragraph('From the target.'), paragraph('From the source.')];
  expect([read(3), read(9)]).toEqual([null, { internal: true, children }]);
});

it('it stays where it is if the browser keeps no more', () => {
  write(3, 'Restart it.');
  isFull = true;
  expect(carry()).toBe(false);
  expect(read(3)).toEqual({ internal: false, children: [paragraph('Restart it.')] });
});

it('a draft of files alone is kept, and they go along with those that are there', () => {
  const file = (id: number) => ({ id, name: `${id}.txt`, filesize: 1 });
  const keep = (ticket: number, ids: number[]) =>
    draftStore(ticket, 7).write({
      body: emptyBody,
      files: ids.map(file),
      mentions: [],
      internal: false,
      key: 'k',
      at: '2026',
    });
  keep(3, [1, 2]);
  keep(9, [5]);
  expect(carry()).toBe(true);
  expect(draftStore(9, 7).read()?.files).toEqual([file(5), file(1), file(2)]);
  write(9, 'Of an earlier version.');
  expect(draftStore(9, 7).read()?.files).toEqual([]);
});

it('other files make another submission', () => {
  const draft = { key: 'k', body: emptyBody, internal: false, mentions: [] };
  const keyOf = (...ids: number[]) =>
    submissionKey({ ...draft, files: ids.map((id) => ({ id, name: 'a', filesize: 1 })) });
  expect(new Set([keyOf(), keyOf(1), keyOf(2), keyOf(1, 2)]).size).toBe(4);
  expect(keyOf(1)).toBe(keyOf(1));
});

it('mentions go along, and make another submission', () => {
  const ann = { id: 4, name: 'Ann' };
  const note = {
    body: emptyBody,
    files: [{ id: 1, name: 'a', filesize: 1 }],
    internal: true,
    key: 'k',
    at: '2026',
  };
  draftStore(3, 7).write({ ...note, mentions: [ann] });
  expect(carry()).toBe(true);
  expect(draftStore(9, 7).read()?.mentions).toEqual([ann]);
  expect(submissionKey({ ...note, mentions: [ann] })).not.toBe(submissionKey({ ...note, mentions: [] }));
});

const mark = { ticket: 3, person: 7, key: 'submission' };

const markDraft = () =>
  markSending({
    ...mark,
    body: draftStore(3, 7).read()?.body ?? emptyBody,
    until: new Date('2026-01-01T00:00:10.000Z'),
  });

it('a draft that is being sent stays until it was sent', () => {
  write(3, 'Restart it.');
  expect(markDraft()).toBe(true);
  expect(draftStore(3, 7).read()?.sending).toEqual({ key: 'submission', until: '2026-01-01T00:00:10.000Z' });
  forgetSent({ ...mark, key: 'another' });
  expect(read(3)).not.toBeNull();
  forgetSent(mark);
  expect(read(3)).toBeNull();
});

it('the end of the time for an undo is noted on the draft that was sent, and on no words of another tab', () => {
  write(3, 'Restart it.');
  markDraft();
  endUndo(mark);
  expect(Date.parse(draftStore(3, 7).read()?.sending?.until ?? '')).toBeGreaterThan(
    Date.parse('2026-01-01T00:00:10.000Z'),
  );
  write(3, 'Restart it, please.');
  endUndo(mark);
  expect(draftStore(3, 7).read()).not.toHaveProperty('sending');
  expect(JSON.stringify(read(3))).toContain('please');
});

it('a draft whose submission was undone is a draft again, and one that was changed since stays', () => {
  write(3, 'Restart it.');
  markDraft();
  unmarkSending(mark);
  expect(draftStore(3, 7).read()).not.toHaveProperty('sending');
  forgetSent(mark);
  expect(read(3)).not.toBeNull();
});

it('a draft that is being sent while its ticket is merged is known there as one that is being sent', () => {
  write(3, 'Restart it.');
  markDraft();
  write(9, 'Another text.');
  expect([carry(), read(3) !== null]).toEqual([false, true]);
  draftStore(9, 7).remove();
  expect(carry()).toBe(true);
  expect(draftStore(9, 7).read()?.sending).toMatchObject({ key: 'submission', mergedFrom: 3 });
  forgetSent({ ...mark, ticket: 9 });
  expect(read(9)).toBeNull();
});

it('a draft that the browser does not keep cannot wait', () => {
  expect(markDraft()).toBe(false);
  write(3, 'Restart it.');
  isFull = true;
  expect(markDraft()).toBe(false);
});

it('a composer becomes one of an internal note with that of another tab, even while its text is written', () => {
  write(3, 'About them.', true);
  const there = draftStore(3, 7).read();
  const shown = { body: there?.body, internal: false };
  for (const isWriting of [false, true])
    expect(takenOver({ there, shown, isWriting })).toMatchObject({ internal: true, isOtherText: false });
  expect(takenOver({ there: null, shown: { ...shown, internal: true }, isWriting: false })).toMatchObject({
    internal: true,
    isOtherText: true,
  });
  write(3, 'About others.', true);
  const other = { there: draftStore(3, 7).read(), shown };
  expect(takenOver({ ...other, isWriting: false }).isOtherText).toBe(true);
  expect(takenOver({ ...other, isWriting: true }).isOtherText).toBe(false);
});
