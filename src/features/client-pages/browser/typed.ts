import { wordsOf } from './words.ts';

/**
 * Words of small forms, which have no draft: they stay when the page goes by another form of it, or is opened anew in the same tab.
 * The words of a form that is sent are the portal's matter.
 */

type Field = HTMLInputElement | HTMLTextAreaElement;

const storedAs = 'sp-typed';

/** A browser may refuse any access. */
const tryStorage = <Result>(work: (storage: Storage) => Result): Result | null => {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
};

type Words = Record<string, string>;

const readWords = (): Words =>
  tryStorage((storage) => JSON.parse(storage.getItem(storedAs) ?? '{}') as Words) ?? {};

const write = (words: Words): void => {
  tryStorage((storage) => storage.setItem(storedAs, JSON.stringify(words)));
};

const typedFields = (): readonly Field[] => [...document.querySelectorAll<Field>('main [data-typed]')];

/** The saved text of a field, which differs from its value in a form that was refused. */
const savedOf = (field: Field): string => wordsOf(field, 'typed');

const personIn = (part: ParentNode | null): string =>
  part?.querySelector<HTMLInputElement>('input[name=author]')?.value ?? '';

/**
 * The name of a field's words, which are those of the person for whom its form was made, and a change of the text that was saved then.
 */
const nameOf = (field: Field): string => {
  const { id, form } = field;
  return [personIn(form), form?.getAttribute('action'), id, savedOf(field)].join(' ');
};

/** The form that is leaving the page. */
let leaving: HTMLFormElement | null = null;

/** Keeps the words that are typed and not sent. */
export const keepTyped = (): void => {
  const words = readWords();
  for (const field of typedFields()) {
    delete words[nameOf(field)];
    if (field.form !== leaving && field.value !== savedOf(field)) words[nameOf(field)] = field.value;
  }
  write(words);
};

/**
 * Shows the words that were kept, but in no field with others. The page of another person forgets them: their author may have
 * signed out in another tab.
 */
export const showTyped = (): void => {
  const person = personIn(document);
  const isOfOther = (name: string): boolean =>
    person !== '' && !['', person].includes(name.split(' ', 1)[0] ?? '');
  const words = Object.fromEntries(Object.entries(readWords()).filter(([name]) => !isOfOther(name)));
  for (const field of typedFields()) {
    const kept = words[nameOf(field)];
    if (kept !== undefined && field.value === savedOf(field)) field.value = kept;
    delete words[nameOf(field)];
  }
  write(words);
};

/** Forgets the words of a form that was taken: the next person at the same page may be another one. */
export const forgetTypedIn = (form: HTMLFormElement): void => {
  for (const field of typedFields()) if (field.form === form) field.value = savedOf(field);
};

/** Forgets all words, at a sign-out. */
export const forgetTyped = (): void => write({});

/** Keeps the words as long as the tab is there. */
export const followTyped = (): void => {
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if (!defaultPrevented) leaving = target as HTMLFormElement;
  });
  // The browser or the person may have stopped the form.
  addEventListener('input', ({ target }) => {
    if (target instanceof Node && leaving?.contains(target)) leaving = null;
  });
  addEventListener('pagehide', keepTyped);
};
