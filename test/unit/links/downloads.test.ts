import { describe, expect, it } from 'vitest';
import { decideDownload } from '../../../src/features/links/downloads/decide.ts';

const all = { start: 0, end: 99 };

/** Of 100 bytes, none of which was downloaded before. */
const decide = (situation: Partial<Parameters<typeof decideDownload>[0]>) =>
  decideDownload({ range: all, size: 100, begun: [], complete: null, others: 0, most: null, ...situation });

describe('a request for bytes of a link', () => {
  it('begins a download, or goes on with one that broke off', () => {
    expect(decide({})).toEqual({ kind: 'new' });
    const begun = [{ id: 'a', sending: [] }];
    expect(decide({ begun, most: 1 })).toEqual({ kind: 'same', id: 'a' });
  });

  it('is a part of one download as long as no other part has the same bytes', () => {
    const begun = [{ id: 'a', sending: [{ start: 0, end: 49 }] }];
    const of = (range: typeof all) => decide({ range, begun, most: 1 }).kind;
    expect(of({ start: 50, end: 99 })).toBe('same');
    expect(of({ start: 49, end: 99 })).toBe('busy');
    expect(of({ start: 0, end: 0 })).toBe('busy');
  });

  it('is another download if its bytes are going out already, as far as more are allowed', () => {
    const begun = [{ id: 'a', sending: [all] }];
    expect(decide({ begun }).kind).toBe('new');
    expect(decide({ begun, others: 1, most: 3 }).kind).toBe('new');
    expect(decide({ begun, others: 1, most: 2 }).kind).toBe('busy');
  });

  it('is refused for good once there were as many as may be', () => {
    expect(decide({ others: 2, most: 2 })).toEqual({ kind: 'used-up' });
    expect(decide({ others: 1, most: 2 })).toEqual({ kind: 'new' });
  });

  it('of an empty file holds up no other', () => {
    const begun = [{ id: 'a', sending: [{ start: 0, end: -1 }] }];
    expect(decide({ range: { start: 0, end: -1 }, size: 0, begun, most: 1 }).kind).toBe('same');
  });

  it('repeats the end of a complete one, whose last bytes may not have arrived, and begins no other', () => {
    const size = 20 * 1024 * 1024;
    const from = (start: number) =>
      decide({ range: { start, end: size - 1 }, size, complete: 'a', others: 1, most: 1 }).kind;
    expect(from(size - 4 * 1024 * 1024)).toBe('repeat');
    expect(from(size / 2)).toBe('used-up');
    expect(decide({ range: { start: 1, end: 99 }, complete: 'a', others: 1, most: 1 }).kind).toBe('repeat');
    expect(decide({ complete: 'a', others: 1, most: 1 }).kind).toBe('used-up');
  });
});
