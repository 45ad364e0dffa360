import { describe, expect, it } from 'vitest';
import { emailLogRows } from '../../../bench/data.ts';
import { newMessageId } from '../../../src/features/mail/message/messageId.ts';

const count = 20_000;
const rows = [...emailLogRows({ rows: count })];

const near = (expected: number, tolerance: number) => (value: number) =>
  Math.abs(value - expected) <= tolerance;

const meanLength = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length, 0) / texts.length;

const present = (texts: readonly (string | null)[]): string[] => texts.filter((text) => text !== null);

describe('the data of the benches', () => {
  it('is the same for the same seed, and another for another', () => {
    const first = (seed: number) => [...emailLogRows({ rows: 50, seed })];
    expect(first(1)).toEqual(first(1));
    expect(first(1)).not.toEqual(first(2));
  });

  it('comes in the order of time', () => {
    const times = rows.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted());
  });

  it('has addresses and subjects of real length', () => {
    const addresses = rows.flatMap(({ to }) => to.split(', '));
    expect(meanLength(addresses)).toSatisfy(near(32, 1));
    expect(meanLength(present(rows.map(({ subject }) => subject)))).toSatisfy(near(46, 2));
    expect(meanLength(present(rows.map(({ error }) => error)))).toSatisfy(near(108, 6));
    expect(new Set(addresses).size).toBeGreaterThan(count / 13);
    expect(new Set(addresses).size).toBeLessThanOrEqual(count / 10);
  });

  it.each([
    ['two recipients', 0.08, rows.map(({ to }) => to.includes(', '))],
    ['a failure', 0.015, rows.map(({ status }) => status === 'failed')],
    ['a related record', 0.9, rows.map(({ related_id }) => related_id !== null)],
    ['a user', 0.85, rows.map(({ user_id }) => user_id !== null)],
    ['a fallback', 0.02, rows.map(({ fallback }) => fallback !== null)],
  ])('has %s in its share of the rows', (_, expected, found) => {
    expect(found.filter(Boolean).length / count).toSatisfy(near(expected, 0.01));
  });

  it('has ten types, and about eight mails a record', () => {
    const records = new Set(
      rows.filter(({ related_id }) => related_id).map((row) => `${row.related_type} ${row.related_id}`),
    );
    expect(new Set(rows.map(({ type }) => type)).size).toBe(10);
    const related = rows.filter(({ related_id }) => related_id !== null);
    expect(related.length / records.size).toSatisfy(near(8, 1));
  });

  it('has message ids of the portal’s own shape, and none if no transport accepted', () => {
    const shape = new RegExp(
      `^[0-9A-Za-z]{${newMessageId('a@b.example').indexOf('@')}}@mail\\.acme-support\\.com$`,
    );
    for (const { status, message_id, error } of rows) {
      if (status === 'failed') expect([message_id, typeof error]).toEqual([null, 'string']);
      else expect([shape.test(message_id ?? ''), error]).toEqual([true, null]);
    }
  });
});
