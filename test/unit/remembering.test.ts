import { describe, expect, it } from 'vitest';
import { remembering } from '../../src/shared/remembering.ts';

const counted = () => {
  const asked: string[] = [];
  const ask = remembering((text) => {
    asked.push(text);
    return text.length === 0 ? null : text.toUpperCase();
  });
  return { asked, ask };
};

describe('a function that remembers', () => {
  it('is asked once for a text that comes again', () => {
    const { asked, ask } = counted();
    expect([ask('a'), ask('b'), ask('a')]).toEqual(['A', 'B', 'A']);
    expect(asked).toEqual(['a', 'b']);
  });

  it('knows null from what it does not know', () => {
    const { asked, ask } = counted();
    expect([ask(''), ask('')]).toEqual([null, null]);
    expect(asked).toEqual(['']);
  });

  it('keeps the last fifty, and no long text', () => {
    const { asked, ask } = counted();
    ask('first');
    for (let text = 0; text < 50; text += 1) ask(`${text}`);
    ask('first');
    const long = 'x'.repeat(1_001);
    ask(long);
    ask(long);
    expect(asked.filter((text) => text === 'first')).toHaveLength(2);
    expect(asked.filter((text) => text === long)).toHaveLength(2);
  });
});
