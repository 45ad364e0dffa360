import { describe, expect, it } from 'vitest';
import { sourceOf } from '../../src/features/inbound/reading/sourcePage.ts';
import { viewOf } from '../../src/features/inbound/reading/works.ts';

const view = (...lines: readonly string[]) => viewOf(Buffer.from(lines.join('\r\n')));

const html = (body: string) => view('Content-Type: text/html; charset=utf-8', '', body);

describe('a message as a page', () => {
  it('is its HTML, in a page whose links open nothing in its place', async () => {
    const page = await html('<p style="color:red">Grüße</p><a target=_self href="https://a.example">a</a>');
    expect(page).toContain('<base target="_blank"></head><body><p style="color:red">Grüße</p>');
    expect(page).toContain('<a t&#97;rget=_self href="https://a.example">');
  });

  it.each([
    '<a id=l b=c"d target=_self href=http://a.example>a</a>',
    '<a target href=http://a.example>a</a>',
    '<area id="l"TARGET=_self href=http://a.example>',
    "<a/target\n= '_top' href=http://a.example>a</a>",
  ])('names no target in %j', async (tag) => {
    const page = await html(tag);
    expect(page.slice(page.indexOf('<body>'))).not.toMatch(/target/i);
    expect(page).toContain('href=http://a.example');
  });

  it.each([
    '<link rel="dns-prefetch" href="//a.example">',
    '<META http-equiv=refresh content=0>',
    '<base target=x>',
  ])('has no working %s', async (tag) => {
    const page = await html(`${tag}<bas${tag}e href=x>`);
    expect(page.match(/<(?:link|meta|base)(?![\w-])/gi)).toEqual(['<meta', '<base']);
  });

  it('is the text of a message without HTML, as text', async () => {
    expect(await view('Content-Type: text/plain', '', '<b>1 & 2</b>')).toContain(
      '&lt;b&gt;1 &amp; 2&lt;/b&gt;</pre>',
    );
  });

  it('has the pictures that the message brings, and no other kind of file', async () => {
    const part = (type: string, id: string) => [
      '--b',
      `Content-Type: ${type}`,
      `Content-ID: <${id}>`,
      'Content-Disposition: inline; filename=x',
      'Content-Transfer-Encoding: base64',
      '',
      'aGVsbG8=',
    ];
    const page = await view(
      'Content-Type: multipart/related; boundary=b',
      '',
      '--b',
      'Content-Type: text/html',
      '',
      '<img src="cid:one@a"><img src="cid:two@a"><img src="cid:three@a">',
      ...part('image/png', 'one@a'),
      ...part('image/svg+xml', 'two@a'),
      '--b--',
    );
    expect(page).toContain(
      '<img src="data:image/png;base64,aGVsbG8="><img src="cid:two@a"><img src="cid:three@a">',
    );
  });

  it('is the beginning of its source if it cannot be parsed', async () => {
    const source = `${'X-Header: a value\r\n'.repeat(60_000)}\r\n<b>Hello</b>`;
    const page = await viewOf(Buffer.from(source));
    expect(page).toContain('X-Header: a value');
    expect(sourceOf(Buffer.from(source))).toHaveLength(200_000);
  });
});
