import { describe, expect, it } from 'vitest';
import { downloadUrl, isValidLink } from '../../../src/features/files/serving/downloadLink.ts';

const secret = 'a secret of at least thirty-two characters';
const now = new Date('2026-03-01T12:00:00.500Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

const url = new URL(downloadUrl({ id: '7', secret, filesUrl: 'https://files.example/f', now }));

const accepts = (change: (parameters: URLSearchParams) => void, { id = '7', at = now, by = secret } = {}) => {
  const parameters = new URLSearchParams(url.searchParams);
  change(parameters);
  return isValidLink({ id, secret: by, parameters, now: at });
};
const unchanged = () => {};

describe('a download link', () => {
  it('leads to the file below the files address', () => {
    expect(`${url.origin}${url.pathname}`).toBe('https://files.example/f/7/download');
    expect([...url.searchParams.keys()]).toEqual(['expires', 'signature']);
  });

  it('holds for one hour', () => {
    expect(accepts(unchanged)).toBe(true);
    expect(accepts(unchanged, { at: later(3_598) })).toBe(true);
    expect(accepts(unchanged, { at: later(3_600) })).toBe(false);
  });

  it('holds for its file and its secret alone', () => {
    expect(accepts(unchanged, { id: '8' })).toBe(false);
    expect(accepts(unchanged, { by: `${secret}!` })).toBe(false);
  });

  it.each<[string, (parameters: URLSearchParams) => void]>([
    ['a later end', (link) => link.set('expires', String(Number(link.get('expires')) + 1))],
    ['an end that is no number', (link) => link.set('expires', `${link.get('expires')}.0`)],
    ['no end', (link) => link.delete('expires')],
    ['two ends', (link) => link.append('expires', String(link.get('expires')))],
    ['no signature', (link) => link.delete('signature')],
    ['an empty signature', (link) => link.set('signature', '')],
    ['half a signature', (link) => link.set('signature', String(link.get('signature')).slice(0, 20))],
    ['two signatures', (link) => link.append('signature', String(link.get('signature')))],
    ['another parameter', (link) => link.append('x', '1')],
    ['another signature', (link) => link.set('signature', 'A'.repeat(43))],
    ['a signature of other letters', (link) => link.set('signature', 'ä'.repeat(43))],
  ])('does not hold with %s', (_case, change) => {
    expect(accepts(change)).toBe(false);
  });
});
