import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { typeOfFile } from '../../../src/core/shared/text/fileName.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-type-'));
afterAll(() => rmSync(folder, { recursive: true }));

const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex');
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]);

describe('the type of a file', () => {
  it.each<[string, string | Buffer, string | null, string]>([
    ['bytes that tell it, whatever was declared', png, 'text/plain', 'image/png'],
    ['bytes that tell it, where nothing was declared', '%PDF-1.7\n', null, 'application/pdf'],
    ['HTML dressed as PNG', '\n <!DOCTYPE html><p>', 'image/png', 'text/html'],
    ['a script dressed as PNG', '<script>alert(1)</script>', 'image/png', 'text/html'],
    ['text that only begins like HTML', '<pre', 'text/x-note', 'text/x-note'],
    ['a text type that may hold HTML', '<p>hello', 'text/markdown', 'text/markdown'],
    ['a declared type, where the bytes tell nothing', 'a,b', 'Text/CSV; charset=utf-8', 'text/csv'],
    ['a kind of XML', '<?xml version="1.0"?><svg/>', 'image/svg+xml', 'image/svg+xml'],
    ['XML dressed as PNG', '<?xml version="1.0"?><a/>', 'image/png', 'application/xml'],
    ['a kind of compound file', compound, 'application/msword', 'application/msword'],
    ['a compound file dressed as PNG', compound, 'image/png', 'application/x-cfb'],
    ['nothing at all', 'plain', null, 'application/octet-stream'],
    ['an empty file', '', null, 'application/octet-stream'],
    ['an empty file with a declared type', '', 'text/plain', 'text/plain'],
    ['a declared type that is none', 'plain', 'text', 'application/octet-stream'],
    ['a declared type with a line break', 'plain', 'text/plain\nX: y', 'application/octet-stream'],
  ])('is that of %s', async (name, content, declared, type) => {
    const path = join(folder, name.replaceAll(/\W/g, '-'));
    writeFileSync(path, content);
    expect(await typeOfFile(path, declared)).toBe(type);
  });
});
