import { forgetTyped } from './typed.ts';
import { wordsOf } from './words.ts';

/**
 * Drafts of forms, kept by the browser. One is dropped when the portal says that the form with its key was taken, and no sooner.
 * Words that were typed while it was sent stay.
 */

type Texts = Readonly<Record<string, string>>;

interface Draft {
  /** The key of the form that kept the words. */
  readonly sending: string;
  readonly texts: Texts;
  /** The names of the boxes that are ticked. */
  readonly ticks?: readonly string[] | undefined;
  /** The words that were sent last, with the `key` of their form: sent again, from whatever page, they are taken once. */
  readonly sent?: Texts | undefined;
}

type Field = HTMLInputElement | HTMLTextAreaElement;

const prefix = 'sp-draft ';

/** Holds the person whose sign-out is on its way: the beginning of the names of their drafts. */
const signingOut = 'sp-signing-out';

/** Returns null if the browser keeps nothing. */
const storageOf = (kind: 'localStorage' | 'sessionStorage'): Storage | null => {
  try {
    return window[kind];
  } catch {
    return null;
  }
};

/** A browser may refuse any access, and has little room. */
const tryStorage = <Result>(
  work: (storage: Storage) => Result,
  kind: Parameters<typeof storageOf>[0] = 'localStorage',
): Result | null => {
  const storage = storageOf(kind);
  try {
    return storage && work(storage);
  } catch {
    return null;
  }
};

const parse = (text: string | null): Draft | null => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
};

const read = (name: string): Draft | null => tryStorage((storage) => parse(storage.getItem(name)));

const remove = (name: string): void => {
  tryStorage((storage) => storage.removeItem(name));
};

const write = (name: string, draft: Draft): void => {
  tryStorage((storage) => storage.setItem(name, JSON.stringify(draft)));
};

const draftNames = (): readonly string[] =>
  (tryStorage((storage) => Object.keys(storage)) ?? []).filter((name) => name.startsWith(prefix));

const nameOf = (form: HTMLFormElement): string => prefix + form.dataset.draft;

const fieldsOf = (form: HTMLFormElement): readonly Field[] => [
  ...form.querySelectorAll<Field>('[data-kept]'),
];

const textsOf = (form: HTMLFormElement): Texts =>
  Object.fromEntries(fieldsOf(form).map((field) => [field.name, field.value]));

const boxesOf = (form: HTMLFormElement): readonly HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>('input[type=checkbox]'),
];

/** A form without boxes, which shows the words of another again, leaves the ticks of their draft. */
const ticksOf = (form: HTMLFormElement): Draft['ticks'] => {
  const boxes = boxesOf(form);
  if (boxes.length === 0) return read(nameOf(form))?.ticks;
  return boxes.flatMap(({ checked, name }) => (checked ? [name] : []));
};

const keyFieldOf = (form: HTMLFormElement): HTMLInputElement =>
  form.elements.namedItem('key') as HTMLInputElement;

const save = (form: HTMLFormElement, sent = read(nameOf(form))?.sent): void => {
  const texts = textsOf(form);
  const isEmpty = Object.values(texts).every((text) => text.trim() === '');
  if (isEmpty) remove(nameOf(form));
  else write(nameOf(form), { sending: keyFieldOf(form).value, texts, ticks: ticksOf(form), sent });
};

/** Keeps the words of a form as those that are sent with its key. */
export const saveSent = (form: HTMLFormElement, texts = textsOf(form)): void =>
  save(form, { ...texts, key: keyFieldOf(form).value });

/** True if the words that were sent are those of the form, or, by `defaultValue`, those with which it came. */
const areSent = (
  form: HTMLFormElement,
  sent: Texts | undefined,
  member: 'value' | 'defaultValue' = 'value',
): boolean => Boolean(sent?.key) && fieldsOf(form).every((field) => field[member] === sent?.[field.name]);

const beginSending = (form: HTMLFormElement): void => {
  const sent = read(nameOf(form))?.sent;
  if (areSent(form, sent)) keyFieldOf(form).value = sent?.key ?? '';
  saveSent(form);
};

/** While a form is sent, another tab may write on in the same draft. */
export const isOwnDraft = (form: HTMLFormElement): boolean =>
  !form.dataset.sending || read(nameOf(form))?.sending === keyFieldOf(form).value;

/** True if another tab has written on in the draft of a new ticket: its words belong to another one. */
const isOfAnother = (form: HTMLFormElement, { sending, sent }: Draft): boolean =>
  form.dataset.follows === undefined &&
  sending !== sent?.key &&
  fieldsOf(form).some(({ value }) => value !== '');

/** Shows the kept words and ticks in a form. */
const showDraft = (form: HTMLFormElement, draft: Draft): void => {
  const { texts, ticks, sent = {} } = draft;
  const isOthers = isOfAnother(form, draft);
  for (const field of isOthers ? [] : fieldsOf(form)) {
    const kept = texts[field.name];
    if (kept !== undefined && ['', sent[field.name]].includes(field.value)) field.value = kept;
  }
  // A form that came back with other words has ticks of its own.
  const isShown = fieldsOf(form).every((field) => field.value === texts[field.name]);
  if (ticks && isShown) for (const box of boxesOf(form)) box.checked = ticks.includes(box.name);
  // A form that comes back with its words has the key for the next try.
  if (!areSent(form, sent, 'defaultValue')) return;
  if (isOthers) write(nameOf(form), { ...draft, sent: { ...sent, key: keyFieldOf(form).value } });
  else saveSent(form, sent);
};

/** Shows the draft of a form, and keeps what is typed and made in it. */
export const keepDraft = (form: HTMLFormElement): void => {
  const draft = read(nameOf(form));
  if (draft) showDraft(form, draft);
  form.addEventListener('input', () => {
    if (isOwnDraft(form)) save(form);
  });
  form.addEventListener('submit', () => {
    // Pressed once more, it sends nothing.
    if (!form.dataset.sending) beginSending(form);
  });
};

/** The words that were typed after those that were sent. */
const restOf = ({ texts, sent = texts }: Draft): string =>
  Object.entries(texts)
    .map(([name, text]) => {
      const before = sent[name];
      return (before !== undefined && text.startsWith(before) ? text.slice(before.length) : text).trim();
    })
    .filter((text) => text !== '')
    .join('\n');

/** Adds words below those of a draft that may be there. */
const addBelow = (name: string, field: string, words: string): void => {
  const { sending = '', texts = {}, sent } = read(name) ?? {};
  const all = [texts[field] ?? '', words].filter((text) => text.trim() !== '').join('\n\n');
  write(name, { sending, texts: { ...texts, [field]: all }, sent });
};

/** Drops the draft of a form that was taken. The page that says so is that of the ticket: the rest begins the next reply. */
export const settleDraft = (takenKey: string): void => {
  for (const name of draftNames()) {
    const draft = read(name);
    if (!draft) remove(name);
    else if ([draft.sending, draft.sent?.key].includes(takenKey)) endDraft(name, draft, takenKey);
  }
};

const endDraft = (name: string, draft: Draft, takenKey: string): void => {
  const form = document.querySelector<HTMLFormElement>('form[data-draft]');
  // Another tab has written on in the draft of a new ticket: its words belong to another one.
  if (form && draft.sending !== takenKey && name !== nameOf(form)) {
    write(name, { ...draft, sent: undefined });
    return;
  }
  const [field] = form ? fieldsOf(form) : [];
  const rest = restOf(draft);
  if (rest !== '' && !field) return;
  remove(name);
  if (rest !== '' && form && field) addBelow(nameOf(form), field.name, rest);
};

/** Moves the draft of a merged ticket to the one that remains, below words that are there. */
export const moveDraft = ({ from, to }: { readonly from: string; readonly to: string }): void => {
  const draft = read(prefix + from);
  if (!draft) return;
  // With the key of what was sent: the page that says that it was taken may be still to come.
  if (read(prefix + to) === null) write(prefix + to, draft);
  else for (const [field, words] of Object.entries(draft.texts)) addBelow(prefix + to, field, words);
  remove(prefix + from);
};

/**
 * Words typed in one tab about a record appear in the others, but not in the place of other words, nor in a form that is being
 * sent.
 */
export const followDrafts = (): void => {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    const [before = {}, after = {}] = [oldValue, newValue].map((text) => parse(text)?.texts);
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-follows]:not([data-sending])')) {
      if (nameOf(form) !== key) continue;
      for (const field of fieldsOf(form))
        if (field.value === (before[field.name] ?? '')) field.value = after[field.name] ?? '';
    }
  });
};

/**
 * Has the page of the sign-in forget the drafts, if it is the next one of this tab after a sign-out. One that is refused leads to another
 * page. A person who has drafts is asked before.
 */
export const forgetAfter = (form: HTMLFormElement): void => {
  const owner = prefix + form.dataset.forget;
  form.addEventListener('submit', (event) => {
    const hasDrafts = draftNames().some((name) => name.startsWith(owner));
    if (hasDrafts && !confirm(wordsOf(form, 'question'))) event.preventDefault();
    else tryStorage((storage) => storage.setItem(signingOut, owner), 'sessionStorage');
  });
};

/** Forgets the drafts of the person who has signed out. */
export const endSignOut = (): void => {
  const begun = tryStorage((storage) => {
    const name = storage.getItem(signingOut);
    storage.removeItem(signingOut);
    return name;
  }, 'sessionStorage');
  if (!begun) return;
  if (!document.querySelector('[data-forgets]')) return;
  for (const name of draftNames()) if (name.startsWith(begun)) remove(name);
  forgetTyped();
};
