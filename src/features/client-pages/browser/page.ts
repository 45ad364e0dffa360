import { endSignOut, followDrafts, forgetAfter, keepDraft, moveDraft, settleDraft } from './drafts.ts';
import { askBeforeLeaving, fileInputsOf, hasFiles, keepFiles, showUploaded, takeFiles } from './files.ts';
import { mainOf, type ShowPage, sendForm } from './sendForm.ts';
import { followTyped, keepTyped, showTyped } from './typed.ts';
import { askAboutUnsent } from './unsent.ts';
import { wordsOf } from './words.ts';

// The script of the client pages. It only improves what works without it: it keeps drafts and typed words, shows the progress of uploads, takes files
// that are dropped, and shows moments in the browser's time zone.

const moment = new Intl.DateTimeFormat(document.documentElement.lang, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

const formsWith = (attribute: string) => document.querySelectorAll<HTMLFormElement>(`form[${attribute}]`);

const prepare = (): void => {
  for (const time of document.querySelectorAll('time'))
    time.textContent = moment.format(new Date(time.dateTime));
  for (const words of document.querySelectorAll<HTMLElement>('[data-scripted]'))
    words.textContent = wordsOf(words, 'scripted');
  const sent = document.querySelector<HTMLElement>('[data-sent]');
  if (sent && wordsOf(sent, 'sent') !== '') settleDraft(wordsOf(sent, 'sent'));
  const moved = document.querySelector<HTMLElement>('[data-moved-from]');
  if (moved) moveDraft({ from: wordsOf(moved, 'movedFrom'), to: wordsOf(moved, 'movedTo') });
  for (const form of formsWith('data-forget')) forgetAfter(form);
  for (const form of formsWith('data-draft')) keepDraft(form);
  for (const form of formsWith('enctype')) prepareFiles(form);
  showTyped();
};

const prepareFiles = (form: HTMLFormElement): void => {
  if (form.dataset.ready) return;
  form.dataset.ready = '1';
  showUploaded(form);
  takeFiles(form);
  form.addEventListener('submit', (event) => {
    const isSending = form.dataset.sending !== undefined;
    if (!isSending && !hasFiles(form)) return;
    event.preventDefault();
    if (isSending) return;
    void sendForm(form, showPage);
  });
};

/** Shows the main part of another page, the response to a form. Other forms that stay take the places of theirs. */
const showPage: ShowPage = (page, { staying, files }) => {
  document.title = page.title;
  keepTyped();
  for (const form of staying) {
    const [input] = fileInputsOf(form);
    const place = input && page.getElementById(input.id);
    if (place instanceof HTMLInputElement) place.form?.replaceWith(form);
  }
  const main = mainOf(page);
  if (main) mainOf(document)?.replaceWith(document.adoptNode(main));
  putBack(files);
  prepare();
  scrollTo(0, 0);
  showProblems();
};

/** Chooses the files of a refused form again, in the form that came back. The portal names those that it lost. */
const putBack = (files: readonly File[]): void => {
  const sentence = document.querySelector<HTMLElement>('[data-lost-files]');
  const input = sentence?.parentElement?.querySelector<HTMLInputElement>('input[type=file]');
  if (!sentence || !input || files.length === 0) return;
  keepFiles(input, files);
  // Large files that were sent in the name of another person are lost for this one.
  if (files.length >= Number(wordsOf(sentence, 'lostFiles'))) sentence.remove();
};

const showProblems = (): void => document.querySelector<HTMLElement>('[data-focus]')?.focus();

endSignOut();
followDrafts();
followTyped();
askBeforeLeaving();
askAboutUnsent();
prepare();
showProblems();
