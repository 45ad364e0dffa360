import { personHeader } from '../../../core/shared/portal/pagePerson.ts';
import { wordsOf } from './words.ts';

/** The fields in which files of a form are chosen. */
export const fileInputsOf = (form: HTMLFormElement): readonly HTMLInputElement[] => [
  ...form.querySelectorAll<HTMLInputElement>('input[type=file]'),
];

/** The files that are chosen in a form. */
export const filesOf = (form: HTMLFormElement): readonly File[] =>
  fileInputsOf(form).flatMap((input) => [...(input.files ?? [])]);

/** Leaves these files alone in a field. */
export const keepFiles = (input: HTMLInputElement, kept: readonly File[]): void => {
  const files = new DataTransfer();
  for (const file of kept) files.items.add(file);
  input.files = files.files;
};

/** Other forms with files that are chosen, on their way, or here already: they stay as they are when the page changes. */
export const otherFormsWithFiles = (form: HTMLFormElement | null): readonly HTMLFormElement[] =>
  [...document.querySelectorAll<HTMLFormElement>('form[enctype]')].filter(
    (other) => other !== form && (other.dataset.sending || hasFiles(other)),
  );

/** Has the browser ask before a page goes whose files are chosen, on their way, or here for a form that has not been sent. */
export const askBeforeLeaving = (): void => {
  addEventListener('beforeunload', (event) => {
    if (otherFormsWithFiles(null).length > 0) event.preventDefault();
  });
};

/** True for a file that is sent in chunks. */
export const isLarge = (form: HTMLFormElement, file: File): boolean =>
  form.dataset.uploads !== undefined && file.size > Number(wordsOf(form, 'large'));

/** The field with the large files that have arrived: a line for each, its id and its name. */
const uploadedFieldOf = (form: HTMLFormElement): HTMLInputElement | null =>
  form.elements.namedItem('uploaded') as HTMLInputElement | null;

/** The names of the large files that have arrived for a message. */
export const uploadedNamesOf = (form: HTMLFormElement): readonly string[] => {
  const field = uploadedFieldOf(form);
  return field?.dataset.remove === undefined ? [] : linesOf(field).map(nameIn);
};

const nameIn = (line: string): string => line.slice(line.indexOf(' ') + 1);

const linesOf = ({ value }: HTMLInputElement): readonly string[] => value.split('\n').filter(Boolean);

/** Adds a large file that has arrived. */
export const addUploaded = (form: HTMLFormElement, { id, name }: { id: string; name: string }): void => {
  const field = uploadedFieldOf(form);
  if (!field) return;
  field.value = [...linesOf(field), `${id} ${name.replace(/\s+/g, ' ')}`].join('\n');
  showUploaded(form);
};

/** True for a form with files that are chosen, or have arrived for its message; other forms give theirs away as they arrive. */
export const hasFiles = (form: HTMLFormElement): boolean => {
  const field = uploadedFieldOf(form);
  return filesOf(form).length > 0 || (field?.dataset.remove !== undefined && field.value !== '');
};

/** Leaves a form without files: they went with it. */
export const forgetFiles = (form: HTMLFormElement): void => {
  for (const input of fileInputsOf(form)) keepFiles(input, []);
  const field = uploadedFieldOf(form);
  if (field) field.value = '';
};

/** Lists the large files that have arrived, with a button that takes one out of a message. */
export const showUploaded = (form: HTMLFormElement): void => {
  const field = uploadedFieldOf(form);
  if (!field) return;
  const list = document.createElement('ul');
  list.className = 'small';
  for (const line of linesOf(field)) list.append(uploadedItem(form, field, line));
  const before = field.nextElementSibling;
  if (before?.localName === 'ul') before.remove();
  if (list.firstChild) field.after(list);
};

const uploadedItem = (form: HTMLFormElement, field: HTMLInputElement, line: string): HTMLLIElement => {
  const item = document.createElement('li');
  const name = nameIn(line);
  item.textContent = `${name} ✓ `;
  const remove = wordsOf(field, 'remove');
  if (remove === '') return item;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'quiet';
  button.textContent = remove;
  button.setAttribute('aria-label', `${remove}: ${name}`);
  button.addEventListener('click', async () => {
    if (form.dataset.sending) return;
    button.disabled = true;
    // A form that is sent meanwhile does not name it.
    field.value = linesOf(field)
      .filter((other) => other !== line)
      .join('\n');
    const isDeleted = await deleteUploaded(form, field, line);
    if (!isDeleted) field.value = [...linesOf(field), line].join('\n');
    showUploaded(form);
    const next = field.nextElementSibling?.querySelector('button') ?? fileInputsOf(form)[0];
    // The person may have gone on to the text.
    if (document.activeElement === document.body) next?.focus();
    if (!isDeleted) field.nextElementSibling?.append(problemItem(wordsOf(field, 'failed')));
  });
  item.append(button);
  return item;
};

const problemItem = (sentence: string): HTMLLIElement => {
  const item = document.createElement('li');
  item.className = 'error';
  item.setAttribute('role', 'alert');
  item.textContent = sentence;
  return item;
};

/**
 * Deletes a large file of a message that has not been sent. One of a message that was sent, whose response was lost, stays with it.
 *
 * @returns false if the file is still there for this message, as far as is known
 */
const deleteUploaded = async (
  form: HTMLFormElement,
  field: HTMLInputElement,
  line: string,
): Promise<boolean> => {
  const [id = ''] = line.split(' ', 1);
  const address = `${wordsOf(field, 'files')}/${encodeURIComponent(id)}`;
  try {
    const found = await fetch(address);
    if (found.status === 200 && (await found.json()).reply_id !== null) return true;
    const { status } = await fetch(address, { method: 'DELETE', headers: personHeaders(form) });
    return status === 204 || status === 404;
  } catch {
    return false;
  }
};

/** The header that names the person for whom a form was made. */
export const personHeaders = (form: HTMLFormElement): Readonly<Record<string, string>> => {
  const author = form.elements.namedItem('author') as HTMLInputElement;
  return { [personHeader]: encodeURIComponent(author.value) };
};

/** Takes files that are dropped on a form, and loads the code for large ones before it is sent. */
export const takeFiles = (form: HTMLFormElement): void => {
  const [input] = fileInputsOf(form);
  if (!input) return;
  // A file that is chosen while the form is sent would be lost with it.
  input.addEventListener('click', (event) => {
    if (form.dataset.sending) event.preventDefault();
  });
  input.addEventListener('change', () => {
    if (filesOf(form).some((file) => isLarge(form, file))) import(wordsOf(form, 'uploads')).catch(() => {});
  });
  form.addEventListener('dragover', (event) => {
    event.preventDefault();
    form.classList.add('drop');
  });
  form.addEventListener('dragleave', () => form.classList.remove('drop'));
  form.addEventListener('drop', (event) => {
    event.preventDefault();
    form.classList.remove('drop');
    if (form.dataset.sending) return;
    keepFiles(input, [...(input.files ?? []), ...(event.dataTransfer?.files ?? [])]);
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
};
