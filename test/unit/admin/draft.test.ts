import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { carryDraft, type Draft, draftStore } from '../../../src/features/tickets/admin/page/draft.ts';

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
