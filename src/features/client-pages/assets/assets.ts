import { createHash } from 'node:crypto';
import { loadScript } from '../../../core/shared/portal/script.ts';

/** The stylesheet of the client pages. An app changes the variables `--sp-*` by a stylesheet of its own. */
const style = `
:root {
  color-scheme: light dark;
  --sp-accent: light-dark(#1f5fd0, #8db4ff);
  --sp-on-accent: light-dark(#ffffff, #0d1420);
  --sp-text: light-dark(#1b2130, #e6e9f0);
  --sp-muted: light-dark(#566074, #a2abbd);
  --sp-background: light-dark(#f6f7f9, #11151c);
  --sp-surface: light-dark(#ffffff, #1a1f29);
  --sp-line: light-dark(#d9dde5, #333b49);
  --sp-field-line: light-dark(#767f90, #8a94a6);
  --sp-danger: light-dark(#b3261e, #ffb4ab);
  --sp-danger-surface: light-dark(#fdecea, #3b1d1b);
  --sp-good-surface: light-dark(#e4f4ea, #16301f);
  --sp-waiting-surface: light-dark(#fff1d6, #3a2d10);
  --sp-radius: 10px;
  --sp-font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --sp-width: 46rem;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; display: flex; flex-direction: column;
  font: 1rem/1.55 var(--sp-font); color: var(--sp-text); background: var(--sp-background); overflow-wrap: anywhere;
}
a { color: var(--sp-accent); text-underline-offset: .15em; }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; margin: 0 0 1rem; text-wrap: balance; }
h2 { font-size: 1.1rem; line-height: 1.3; margin: 2rem 0 .75rem; }
p { margin: 0 0 1rem; }
time { white-space: nowrap; }
ul, ol { margin: 0; padding: 0; list-style: none; }
:focus-visible { outline: 3px solid var(--sp-accent); outline-offset: 2px; border-radius: 4px; }
main:focus, .problems:focus { outline: none; }
.skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -4rem; padding: .5rem 1rem; background: var(--sp-surface); z-index: 1; }
.skip:focus { inset-block-start: .5rem; }
.top { background: var(--sp-surface); border-block-end: 1px solid var(--sp-line); }
.bar, main, footer { width: 100%; max-width: var(--sp-width); margin-inline: auto; padding-inline: 1rem; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; padding-block: .6rem; }
.brand { font-weight: 650; font-size: 1.05rem; color: inherit; text-decoration: none; margin-inline-end: auto; padding-block: .35rem; }
.brand img { display: block; height: 2rem; max-width: 12rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem; }
nav a { display: inline-block; white-space: nowrap; padding: .4rem .6rem; border-radius: 6px; text-decoration: none; color: var(--sp-muted); }
nav a:hover { color: var(--sp-text); text-decoration: underline; }
nav a[aria-current] { color: var(--sp-text); font-weight: 600; box-shadow: inset 0 -2px var(--sp-accent); border-radius: 0; }
.bar form { margin: 0; }
.bar button.quiet { margin: 0; }
@media (max-width: 32rem) {
  .bar { position: relative; }
  .bar form { display: none; }
  .bar .brand { max-width: calc(100% - 6.5rem); }
  .bar nav { flex: 1 0 100%; overflow-x: auto; margin-inline: -.5rem; padding: 3px; }
  .bar nav ul { flex-wrap: nowrap; gap: 0; }
  .bar nav a { padding-inline: .35rem; font-size: .92rem; }
  .bar nav li:last-child { position: absolute; inset-block-start: .75rem; inset-inline-end: .6rem; }
}
.last { margin-block-start: .75rem; }
main { flex: 1; padding-block: 2rem 3rem; }
footer { padding-block: 1rem 2rem; color: var(--sp-muted); font-size: .9rem; }
.card { background: var(--sp-surface); border: 1px solid var(--sp-line); border-radius: var(--sp-radius); padding: 1.25rem; }
.narrow { max-width: 26rem; margin: 2rem auto 0; }
.muted { color: var(--sp-muted); }
.small { font-size: .9rem; }
.row { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
.between { justify-content: space-between; }
.row h1, .row h2 { margin: 0; }
.card > .row { margin-block-end: .75rem; }
.row form { margin: 0; }
summary { color: var(--sp-accent); cursor: pointer; padding-block: .35rem; }
[open] > summary { margin-block-end: .5rem; }
.ask > summary { width: fit-content; font-size: .9rem; color: var(--sp-danger); }
.ask[open] { flex-basis: 100%; }
.ask p, .unsent p { margin-block-end: .5rem; }
.unsent { flex-basis: 100%; margin-block-end: 1rem; }
.unsent .quiet { margin-inline-start: .5rem; }
.head { margin-block-end: 1.25rem; }
button, .button {
  display: inline-block; flex: none; min-height: 2.75rem; padding: .55rem 1.1rem; white-space: nowrap; border: 1px solid transparent; border-radius: 8px;
  font: inherit; font-weight: 600; line-height: 1.4; cursor: pointer; text-decoration: none;
  color: var(--sp-on-accent); background: var(--sp-accent);
}
button:hover, .button:hover { filter: brightness(1.08); }
button[disabled] { opacity: .6; cursor: default; }
button.second, .button.second { color: var(--sp-text); background: transparent; border-color: var(--sp-field-line); }
button.quiet { min-height: 2.25rem; padding: .35rem .6rem; font-weight: 400; color: var(--sp-muted); background: none; border: 0; text-decoration: underline; text-underline-offset: .15em; margin-inline-start: -.6rem; }
button.danger { color: var(--sp-danger); }
label, legend { display: block; font-weight: 600; margin-block-end: .3rem; padding: 0; }
.field { margin-block-end: 1.1rem; border: 0; padding: 0; margin-inline: 0; min-width: 0; }
.hint { color: var(--sp-muted); font-size: .9rem; font-weight: 400; margin: -.15rem 0 .4rem; }
input, textarea, select {
  width: 100%; min-height: 2.75rem; padding: .55rem .7rem; font: inherit; color: inherit;
  background: var(--sp-surface); border: 1px solid var(--sp-field-line); border-radius: 8px;
}
textarea { min-height: 8rem; resize: vertical; }
input[type=checkbox], input[type=radio] { width: 1.25rem; min-height: 0; height: 1.25rem; margin: 0; accent-color: var(--sp-accent); flex: none; }
.choice { display: flex; gap: .6rem; align-items: center; font-weight: 400; min-height: 2rem; margin: 0; }
[aria-invalid=true] { border-color: var(--sp-danger); box-shadow: 0 0 0 1px var(--sp-danger); }
.error { color: var(--sp-danger); font-weight: 600; margin: 0 0 .4rem; }
.problems { border: 2px solid var(--sp-danger); background: var(--sp-danger-surface); border-radius: var(--sp-radius); padding: 1rem 1.25rem; margin-block-end: 1.5rem; }
.problems h2 { margin: 0 0 .4rem; font-size: 1.05rem; }
.problems li { list-style: disc; margin-inline-start: 1.2rem; }
.problems a { color: inherit; }
.code { font-size: 1.5rem; letter-spacing: .12em; font-variant-numeric: tabular-nums; max-width: 14rem; }
.done { background: var(--sp-good-surface); border-radius: var(--sp-radius); padding: .75rem 1.25rem; margin-block-end: 1.5rem; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; border-block-end: 1px solid var(--sp-line); margin-block-end: 1rem; }
.tabs a { padding: .55rem .75rem; color: var(--sp-muted); text-decoration: none; border-block-end: 2px solid transparent; margin-block-end: -1px; }
.tabs a[aria-current] { color: var(--sp-text); font-weight: 600; border-color: var(--sp-accent); }
.count { font-variant-numeric: tabular-nums; color: var(--sp-muted); font-weight: 400; }
.search { display: flex; gap: .5rem; margin-block-end: 1rem; }
.list { background: var(--sp-surface); border: 1px solid var(--sp-line); border-radius: var(--sp-radius); }
.list > li { display: flex; flex-wrap: wrap; gap: .15rem 1rem; align-items: center; padding: .8rem 1.1rem; border-block-start: 1px solid var(--sp-line); position: relative; }
.list > li:first-child { border-block-start: 0; }
.list .what { flex: 1 1 16rem; min-width: 0; }
.list a.whole { font-weight: 600; color: var(--sp-text); text-decoration: none; }
.list a.whole::after { content: ""; position: absolute; inset: 0; }
.list li:hover a.whole { text-decoration: underline; }
.list a.clamp { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.list + .card { margin-block-start: 1rem; }
.list .over { position: relative; }
.empty { text-align: center; padding: 3rem 1rem; color: var(--sp-muted); }
.state { display: inline-block; padding: .05rem .6rem; border-radius: 99px; border: 1px solid var(--sp-line); font-size: .85rem; white-space: nowrap; }
.state.waiting { background: var(--sp-waiting-surface); }
.state.staff { background: var(--sp-accent); border-color: var(--sp-accent); color: var(--sp-on-accent); font-weight: 600; }
.state.closed { color: var(--sp-muted); }
.new { font-weight: 700; color: var(--sp-accent); font-size: .85rem; }
.pages { display: flex; justify-content: space-between; margin-block-start: 1rem; }
.message { margin-block-end: 1rem; }
.message.own { margin-inline-start: 2rem; background: light-dark(#eef3fd, #1b2537); }
.message header { display: flex; flex-wrap: wrap; gap: 0 .75rem; justify-content: space-between; margin-block-end: .4rem; }
.message.team { border-inline-start: 4px solid var(--sp-accent); }
.message h3 { margin: 0; font-size: 1rem; }
.message .state.client { color: var(--sp-muted); font-weight: 400; }
.text { white-space: pre-wrap; }
/* Words of people: each paragraph has the direction of its first letter. */
.text, h1, h2, h3, .list .what, textarea { unicode-bidi: plaintext; }
main > .text { margin-block-end: 1.25rem; }
.files li { padding-block: .3rem; }
.drop { outline: 3px dashed var(--sp-accent); outline-offset: 4px; }
progress { width: 100%; accent-color: var(--sp-accent); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 30rem) {
  main { padding-block: 1.25rem 2rem; }
  .card { padding: 1rem; }
  .message.own { margin-inline-start: .75rem; }
  h1 { font-size: 1.3rem; }
  .tabs { gap: 0 1rem; }
  .tabs a { padding-inline: 0; font-size: .94rem; }
}
@media (hover: none), (scripting: none) { .mouse { display: none; } }
@media (forced-colors: active) {
  .state, .card, .list, .done { border: 1px solid; }
  nav a[aria-current], .tabs a[aria-current] { border-block-end: 3px solid; }
}
@media (prefers-reduced-motion: no-preference) { button { transition: filter .12s; } }
`;

/** A file of the pages. Its name changes with its content, so that browsers may keep it for ever. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

const assetOf = (text: string, extension: string, type: string): Asset => ({
  name: `${createHash('sha256').update(text).digest('hex').slice(0, 16)}.${extension}`,
  type,
  text,
});

const scriptOf = async (entry: string): Promise<Asset> =>
  assetOf(await loadScript(entry), 'js', 'text/javascript; charset=utf-8');

export interface Assets {
  readonly style: Asset;
  readonly script: Asset;
  /** The module that sends large files, which is loaded once such a file is chosen. */
  readonly uploads: Asset;
}

let loaded: Promise<Assets> | null = null;

/** The files of the pages, which are made once in a process. */
export const loadAssets = (): Promise<Assets> => {
  loaded ??= makeAssets().catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
};

const makeAssets = async (): Promise<Assets> => {
  const [script, uploads] = await Promise.all([
    scriptOf('src/features/client-pages/browser/page.ts'),
    scriptOf('src/features/uploads/browser/sendFile.ts'),
  ]);
  return { style: assetOf(style, 'css', 'text/css; charset=utf-8'), script, uploads };
};
