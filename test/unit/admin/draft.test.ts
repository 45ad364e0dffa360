import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  type Draft,
  draftStore,
  emptyBody,
  submissionKey,
  takenOver,
} from '../../../src/features/tickets/admin/page/draft/draft.ts';
import { onEntryChange } from '../../../src/features/tickets/admin/page/draft/kept.ts';
import {
  carryDraft,
  gatherDrafts,
  openSubmissionOf,
  sourcesOf,
} from '../../../src/features/tickets/admin/page/draft/merged.ts';
import {
  endUndo,
  forgetSent,
  markSending,
  submissionOf,
  unmarkSending,
  whileSending,
} from '../../../src/features/tickets/admin/page/draft/submissions.ts';

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

const merge = () => carryDraft({ from: 3, to: 9, person: 7 });

const gather = (isBusy = false) => gatherDrafts({ ticket: 9, person: 7, isBusy, by: {} });

/** A merge, and then the composer of the other ticket. */
const carry = () => [merge(), gather().hasTaken];

it('a draft goes where its ticket was merged, once the composer is there', () => {
  write(3, 'Restart it.', true);
  expect(merge()).toBe(true);
  expect([read(3) !== null, read(9)]).toEqual([true, null]);
  expect(gather()).toEqual({ hasTaken: true, isWaiting: false });
  expect([read(3), read(9)]).toEqual([null, { internal: true, children: [paragraph('Restart it.')] }]);
  expect(carry()).toEqual([false, false]);
});

it('a draft goes through all merges, and no other one goes along', () => {
  const merges = [
    [1, 3],
    [3, 9],
    [2, 8],
    [9, 1],
  ] as const;
  for (const [from, to] of merges) carryDraft({ from, to, person: 7 });
  expect(sourcesOf(9, 7)).toEqual(['3', '1']);
  expect(sourcesOf(9, 8)).toEqual([]);
  write(1, 'Restart it.');
  write(2, 'Leave it.');
  gather();
  expect([read(1), read(2) !== null, read(9)?.children]).toEqual([null, true, [paragraph('Restart it.')]]);
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

it('a file that comes after its text makes no note of a reply that is being sent', () => {
  const file = { id: 1, name: 'late.txt', filesize: 1 };
  const late = (internal: boolean) => {
    write(3, '', internal);
    const draft = draftStore(3, 7).read() as Draft;
    draftStore(3, 7).write({ ...draft, body: { root: { ...draft.body.root, children: [] } }, files: [file] });
  };
  write(9, 'On its way.');
  merge();
  late(true);
  expect(gather(true)).toEqual({ hasTaken: false, isWaiting: true });
  late(false);
  expect(gather(true).hasTaken).toBe(true);
  const draft = draftStore(9, 7).read();
  expect([draft?.internal, draft?.files, read(9)?.children]).toEqual([
    false,
    [file],
    [paragraph('On its way.')],
  ]);
});

it('it stays where it is if the browser keeps no more', () => {
  write(3, 'Restart it.');
  isFull = true;
  expect(carry()).toEqual([false, false]);
  isFull = false;
  merge();
  isFull = true;
  expect(gather().hasTaken).toBe(false);
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
  expect(carry()).toEqual([true, true]);
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
  expect(carry()).toEqual([true, true]);
  expect(draftStore(9, 7).read()?.mentions).toEqual([ann]);
  expect(submissionKey({ ...note, mentions: [ann] })).not.toBe(submissionKey({ ...note, mentions: [] }));
});

const mark = { ticket: 3, person: 7, key: 'submission' };

const markDraft = () =>
  markSending({
    ...mark,
    body: draftStore(3, 7).read()?.body ?? emptyBody,
    file_ids: [],
    internal: false,
    until: new Date('2026-01-01T00:00:10.000Z'),
  });

it('a draft that is being sent stays until it was sent', () => {
  write(3, 'Restart it.');
  expect(markDraft()).toBe(true);
  expect(submissionOf(3, 7)).toMatchObject({ key: 'submission', until: '2026-01-01T00:00:10.000Z' });
  forgetSent({ ...mark, key: 'another' });
  expect(read(3)).not.toBeNull();
  forgetSent(mark);
  expect([read(3), submissionOf(3, 7)]).toEqual([null, null]);
});

it('the end of the time for an undo is noted, and changes no words of another tab', () => {
  write(3, 'Restart it.');
  markDraft();
  write(3, 'Restart it, please.');
  endUndo({ ...mark, key: 'another' });
  expect(submissionOf(3, 7)?.until).toBe('2026-01-01T00:00:10.000Z');
  endUndo(mark);
  expect(Date.parse(submissionOf(3, 7)?.until ?? '')).toBeGreaterThan(Date.parse('2026-01-01T00:00:10.000Z'));
  expect(JSON.stringify(read(3))).toContain('please');
});

it('a draft whose submission was undone is a draft again, and one that was changed since stays', () => {
  write(3, 'Restart it.');
  markDraft();
  unmarkSending(mark);
  expect(submissionOf(3, 7)).toBeNull();
  forgetSent(mark);
  expect(read(3)).not.toBeNull();
});

/** A draft whose text was changed just now. */
const type = (ticket: number, text: string): void => {
  write(ticket, text);
  draftStore(ticket, 7).write({ ...(draftStore(ticket, 7).read() as Draft), at: new Date().toISOString() });
};

it.each([3, 9])('no text moves while one of the two is being written, in any tab: %s', (written) => {
  write(3, 'From the source.');
  write(9, 'From the target.');
  type(written, 'From its wri');
  merge();
  expect(gather()).toEqual({ hasTaken: false, isWaiting: true });
  // The next letter.
  type(written, 'From its writer.');
  write(written, 'From its writer.');
  expect(gather()).toEqual({ hasTaken: true, isWaiting: false });
  expect(JSON.stringify(read(9)?.children)).toContain('From its writer.');
  expect([read(3), read(9)?.children.length]).toEqual([null, 2]);
});

const plan = { id: 1, name: 'plan.pdf', filesize: 1 };

it('a file that comes after its text moves also while another text is being written or sent', () => {
  merge();
  type(9, 'A reply that waits for its fi');
  const late = { body: emptyBody, mentions: [], internal: false, key: 'k', at: new Date().toISOString() };
  draftStore(3, 7).write({ ...late, files: [plan] });
  expect(gather(true)).toEqual({ hasTaken: true, isWaiting: false });
  expect(draftStore(9, 7).read()?.files).toEqual([plan]);
  draftStore(3, 7).write({ ...late, files: [plan] });
  gather();
  expect(draftStore(9, 7).read()?.files).toEqual([plan]);
});

it('a text waits while a reply is being sent, and its file with it, which is not meant for that reply', () => {
  merge();
  write(9, 'A reply.');
  write(3, 'See the plan.');
  draftStore(3, 7).write({ ...(draftStore(3, 7).read() as Draft), files: [plan] });
  expect(gather(true)).toEqual({ hasTaken: false, isWaiting: true });
  expect(draftStore(9, 7).read()?.files).toEqual([]);
  gather();
  expect(draftStore(9, 7).read()?.files).toEqual([plan]);
  expect(read(9)?.children).toEqual([paragraph('A reply.'), paragraph('See the plan.')]);
});

it('a text that two tabs take at the same moment is there once', () => {
  write(3, 'From the source.');
  write(9, 'From the target.');
  carry();
  write(3, 'From the source.');
  gather();
  expect([read(3), read(9)?.children.length]).toEqual([null, 2]);
});

it('all parts of a page but the one that changes a draft are told', () => {
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  const told: string[] = [];
  const own = {};
  const end = onEntryChange(own, (name) => void told.push(name));
  draftStore(3, 7, own).remove();
  draftStore(3, 7).remove();
  end();
  draftStore(3, 7).remove();
  expect(told).toEqual(['portal-draft:7:3']);
});

it('a draft that is being sent stays while its ticket is merged, and is known to the other one', () => {
  write(3, 'Restart it.');
  const until = new Date(Date.now() + 10_000);
  markSending({
    ...mark,
    body: draftStore(3, 7).read()?.body ?? emptyBody,
    file_ids: [],
    internal: false,
    until,
  });
  expect(merge()).toBe(false);
  expect(gather()).toEqual({ hasTaken: false, isWaiting: true });
  expect(openSubmissionOf(9, 7)).toMatchObject({ key: 'submission', mergedFrom: '3' });
  unmarkSending(mark);
  expect([openSubmissionOf(9, 7), merge()]).toEqual([null, true]);
  expect(gather().hasTaken).toBe(true);
});

it('nothing comes into a draft that is being sent: its words would come back after that', () => {
  write(9, 'This was sent.');
  const body = draftStore(9, 7).read()?.body ?? emptyBody;
  markSending({ ...mark, ticket: 9, body, file_ids: [], internal: false, until: new Date() });
  write(3, 'Draft of the other.');
  merge();
  expect(gather()).toEqual({ hasTaken: false, isWaiting: true });
  forgetSent({ ...mark, ticket: 9 });
  gather();
  expect(read(9)?.children).toEqual([paragraph('Draft of the other.')]);
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

it('paragraphs that another tab adds below a text are known as such: they can be added to what is being written', () => {
  const bodyOf = (...texts: string[]): Draft['body'] => ({
    root: { ...emptyBody.root, children: texts.map((text) => paragraph(text) as never) },
  });
  const addedTo = (...shown: string[]) =>
    takenOver({
      there: { body: bodyOf('One.', 'Two.'), files: [], mentions: [], internal: false, key: 'k', at: '2026' },
      shown: { body: bodyOf(...shown), internal: false },
      isWriting: true,
    }).added;
  expect(addedTo('One.')).toEqual([paragraph('Two.')]);
  for (const shown of [[], ['One.', 'Two.'], ['Two.'], ['One.', 'Two.', 'Three.']])
    expect(addedTo(...shown)).toBeNull();
});

const bodyOf = (...texts: string[]): Draft['body'] => ({
  root: { ...emptyBody.root, children: texts.map((text) => paragraph(text) as never) },
});

const textsOf = (body: Draft['body'] | undefined) =>
  body && [...JSON.stringify(body).matchAll(/"text":"([^"]*)"/g)].map(([, text]) => text);

it.each<[was: string, written: string[], left: string[]]>([
  ['in the last paragraph', ['Dear Zoe.', 'It works. Kind regards'], ['Kind regards']],
  ['below it', ['Dear Zoe.', 'It works.', 'Kind regards'], ['Kind regards']],
  ['within it', ['Dear Zoe!', 'It works.'], ['Dear Zoe!', 'It works.']],
  ['instead of it', ['Another answer.'], ['Another answer.']],
])('words that another tab has written while a text is sent stay alone: %s', (_was, written, left) => {
  const sent = bodyOf('Dear Zoe.', 'It works.');
  const draft = { body: sent, files: [plan], mentions: [], internal: false, key: 'k', at: '2026' };
  draftStore(3, 7).write(draft);
  markSending({ ...mark, body: sent, file_ids: ['1'], internal: false, until: new Date() });
  const late = { id: 2, name: 'late.txt', filesize: 1 };
  draftStore(3, 7).keep({ ...draft, body: bodyOf(...written), files: [plan, late] });
  forgetSent(mark);
  const kept = draftStore(3, 7).read();
  expect([textsOf(kept?.body), kept?.files]).toEqual([left, [late]]);
  expect(kept?.key).not.toBe('k');
});

it('an upload that ends while its draft is being sent leaves the file alone', () => {
  write(3, 'We will call you.');
  markDraft();
  const draft = draftStore(3, 7).read() as Draft;
  draftStore(3, 7).keep({ ...draft, files: [plan] });
  forgetSent(mark);
  expect(draftStore(3, 7).read()).toMatchObject({ body: emptyBody, files: [plan] });
});

it('a submission shows that it is under way until its response is there', async () => {
  vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00.000Z') });
  write(3, 'Restart it.');
  markDraft();
  let respond = (_said: string) => {};
  const response = new Promise<string>((resolve) => {
    respond = resolve;
  });
  const said = whileSending(mark, response);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(submissionOf(3, 7)?.until).toBe('2026-01-01T00:01:00.000Z');
  respond('It was sent.');
  expect(await said).toBe('It was sent.');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(submissionOf(3, 7)?.until).toBe('2026-01-01T00:01:00.000Z');
  vi.useRealTimers();
});

it('a draft that is gone is gone in a composer, too, whose last letter was just typed', () => {
  const shown = { body: bodyOf('This was sent.'), internal: false };
  expect(takenOver({ there: null, shown, isWriting: true }).isOtherText).toBe(true);
});
