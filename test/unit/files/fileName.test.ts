import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanFileName } from '../../../src/core/shared/text/fileName.ts';
import { growthOfTenfold } from '../../support/growth.ts';

describe('the name of a file', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['Übersicht 日本語 تقرير 🧾.pdf', 'Übersicht 日本語 تقرير 🧾.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\report.pdf', 'report.pdf'],
    ['folder/', 'folder'],
    ['a/b\\', 'b'],
    ['in\u0000voice\r\n.pdf\u007f\u0085', 'invoice.pdf'],
    ['\u202Egpj.exe\u2066\u2069', 'gpj.exe'],
    ['100%2e%2e%2f.pdf', '100%2e%2e%2f.pdf'],
    ['CON', 'CON'],
    ['.env', '.env'],
    [' spaced .txt', ' spaced .txt'],
    ['half \uD800 a pair', 'half \uFFFD a pair'],
  ])('%j becomes %j', (given, cleaned) => {
    expect(cleanFileName(given)).toBe(cleaned);
  });

  it.each(['', '.', '..', '/', '../', 'a/..', ' ', '\t \u3000', '\u202E', '..\\', '\u0000'])(
    'does not come of %j',
    (given) => {
      expect(cleanFileName(given)).toBeNull();
    },
  );

  it('is cut to 255 bytes between code points, and keeps its ending', () => {
    expect(cleanFileName(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(251)}.pdf`);
    expect(cleanFileName(`${'ä'.repeat(200)}.pdf`)).toBe(`${'ä'.repeat(125)}.pdf`);
    expect(cleanFileName(`a.${'b'.repeat(300)}`)).toBe(`a.${'b'.repeat(253)}`);
    expect(cleanFileName('a'.repeat(255))).toBe('a'.repeat(255));
  });

  it('stays as it is once it is clean, whatever was given', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.string({ maxLength: 40 }),
        (one, other) => {
          const cleaned = cleanFileName(`${one}/${other}`) ?? cleanFileName(one);
          if (cleaned === null) return;
          expect(Buffer.byteLength(cleaned)).toBeLessThanOrEqual(255);
          expect(cleaned).not.toMatch(/[/\\]|\p{Cc}|[\u202A-\u202E\u2066-\u2069]/u);
          expect(cleaned.isWellFormed()).toBe(true);
          expect(cleanFileName(cleaned)).toBe(cleaned);
        },
      ),
    );
  });

  it('takes a time that grows with its length, and no faster', () => {
    expect(growthOfTenfold((length) => cleanFileName(`${'/'.repeat(length)}x`), 40_000)).toBeLessThan(40);
  });
});
