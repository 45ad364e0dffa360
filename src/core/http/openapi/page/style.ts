import { createHash } from 'node:crypto';

export const style = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1d2330, #e4e7ee);
  --soft: light-dark(#586174, #a3acbd);
  --paper: light-dark(#ffffff, #14171d);
  --shade: light-dark(#f4f6f9, #1d2129);
  --line: light-dark(#d9dee7, #333a47);
  --link: light-dark(#1d4fbf, #8fb4ff);
  --get: light-dark(#0b6b3a, #6fdba4);
  --write: light-dark(#8a4b00, #ffc078);
  --delete: light-dark(#a61b2b, #ff9aa5);
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0; color: var(--ink); background: var(--paper);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--paper); z-index: 1; }
.layout { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 84rem; margin: 0 auto; }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); }
nav h2 { margin: 1.2rem 0 .2rem; font-size: .8rem; color: var(--soft); text-transform: uppercase; letter-spacing: .05em; border: 0; padding: 0; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .2rem .4rem; border-radius: 4px; text-decoration: none; color: inherit; font-size: .92rem; }
nav a:hover { background: var(--shade); }
main { padding: 1.5rem 2.5rem 6rem; min-width: 0; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 1rem; }
h2 { font-size: 1.45rem; margin: 3.5rem 0 .5rem; padding-top: 1rem; border-top: 2px solid var(--line); }
h3 { font-size: 1.12rem; margin: 2.5rem 0 .4rem; display: flex; flex-wrap: wrap; gap: .6rem; align-items: baseline; }
h4 { font-size: .95rem; margin: 1.4rem 0 .4rem; }
h3 a { color: inherit; text-decoration: none; overflow-wrap: anywhere; }
h3 a:hover { text-decoration: underline; }
p { margin: .4rem 0 .8rem; max-width: 46rem; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875em; }
code { background: var(--shade); padding: .1em .3em; border-radius: 3px; overflow-wrap: anywhere; }
pre { background: var(--shade); border: 1px solid var(--line); border-radius: 6px; padding: .8rem 1rem; overflow-x: auto; margin: .4rem 0 1rem; }
pre code { background: none; padding: 0; overflow-wrap: normal; }
.method { font: 700 .78rem ui-monospace, monospace; letter-spacing: .04em; color: var(--write); }
.method.get { color: var(--get); }
.method.delete { color: var(--delete); }
.soft { color: var(--soft); font-size: .92em; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); }
td:first-child code { white-space: nowrap; }
th { color: var(--soft); font-weight: 600; }
@media (max-width: 52rem) {
  .layout { display: block; }
  nav { position: static; height: auto; max-height: 45vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem 1rem 4rem; }
}
@media print { nav { display: none; } .layout { display: block; } }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** The page has one style sheet of its own, runs nothing and loads nothing. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
