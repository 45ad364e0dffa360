import { isGone } from '../../../core/shared/values/isGone.ts';
import type { SendFile } from '../../uploads/ui.ts';
import { isOwnDraft, saveSent } from './drafts.ts';
import {
  addUploaded,
  fileInputsOf,
  filesOf,
  forgetFiles,
  isLarge,
  keepFiles,
  otherFormsWithFiles,
  personHeaders,
} from './files.ts';
import { type Progress, showProgress } from './progress.ts';
import { forgetTypedIn } from './typed.ts';
import { wordsOf } from './words.ts';

interface Left {
  /** Other forms with files, which stay. */
  readonly staying: readonly HTMLFormElement[];
  /** The files of the form that was sent. */
  readonly files: readonly File[];
}

/** Shows the main part of another page in the place of this one's, but for what is left. */
export type ShowPage = (page: Document, left: Left) => void;

/** The main part of a page. The page of a proxy has none. */
export const mainOf = (page: Document): Element | null => page.querySelector('main#main');

/** Sends a form with files, and shows how far it is. Large files go first, each in chunks; the form then names them. */
export const sendForm = async (form: HTMLFormElement, showPage: ShowPage): Promise<void> => {
  form.dataset.sending = '1';
  const progress = showProgress(form, totalSize(filesOf(form)));
  const fail = (message: string): void => {
    delete form.dataset.sending;
    progress.fail(message || wordsOf(form, 'failed'));
  };
  try {
    for (const file of filesOf(form)) if (isLarge(form, file)) await sendLarge(form, file, progress);
    // Words that were typed while the large files went are sent, too; those of another tab stay there.
    if (form.dataset.draft && isOwnDraft(form)) saveSent(form);
    const request = await post(form, (share) => progress.show(share * totalSize(filesOf(form))));
    const page = new DOMParser().parseFromString(request.responseText, 'text/html');
    if (!mainOf(page)) return fail('');
    const staying = otherFormsWithFiles(form);
    const isTaken = request.status < 400;
    if (isTaken) forgetTypedIn(form);
    if (isTaken && staying.length === 0) {
      delete form.dataset.sending;
      // Nothing is lost with this page any more.
      forgetFiles(form);
      location.assign(request.responseURL);
      return;
    }
    if (isTaken) history.replaceState(null, '', request.responseURL);
    delete form.dataset.sending;
    progress.end();
    showPage(page, { staying, files: isTaken ? [] : filesOf(form) });
  } catch (error) {
    fail(error instanceof Refusal ? error.message : '');
  }
};

/** The reason why a form was not sent, as a sentence for people. */
class Refusal extends Error {}

const totalSize = (files: readonly File[]): number => files.reduce((sum, { size }) => sum + size, 0);

/** @throws {Refusal} */
const sendLarge = async (form: HTMLFormElement, file: File, progress: Progress): Promise<void> => {
  const { sendFile }: { readonly sendFile: SendFile } = await import(wordsOf(form, 'uploads'));
  const sent = await sendFile({
    file,
    endpoint: wordsOf(form, 'endpoint'),
    metadata: metadataOf(form),
    headers: credentialOf(form),
    onProgress: (share) => progress.show(share * file.size),
    onWaiting: (isWaiting) => progress.wait(isWaiting),
  });
  if (!sent.ok) {
    const reason = sent.isGone ? wordsOf(form, 'gone') : sent.message || wordsOf(form, 'failed');
    throw new Refusal(`${file.name}: ${reason}`);
  }
  progress.add(file.size);
  addUploaded(form, sent);
  for (const input of fileInputsOf(form)) {
    keepFiles(
      input,
      [...(input.files ?? [])].filter((other) => other !== file),
    );
    input.required = false;
  }
};

/** The target of a form's large files, and those of its fields that go with each. */
const metadataOf = (form: HTMLFormElement): Readonly<Record<string, string>> => {
  const metadata: Record<string, string> = { target: wordsOf(form, 'target') };
  for (const field of form.querySelectorAll<HTMLInputElement>('[data-metadata]'))
    if (field.value) metadata[wordsOf(field, 'metadata')] = field.value;
  return metadata;
};

/** The link that is the credential, or the person for whom the form was made, who has a session. */
const credentialOf = (form: HTMLFormElement): Readonly<Record<string, string>> => {
  const link = wordsOf(form, 'link');
  return link === '' ? personHeaders(form) : { Authorization: `Bearer ${link}` };
};

/**
 * Sends the form itself. `fetch` would not say how far it is.
 *
 * @throws {Refusal} if the connection was lost, or a chosen file has gone
 */
const post = (form: HTMLFormElement, onProgress: (share: number) => void): Promise<XMLHttpRequest> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', form.action);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(request);
    request.onerror = async () => {
      const gone = await Promise.all(
        filesOf(form).map(async (file) => ((await isGone(file)) ? file.name : '')),
      );
      const [name] = gone.filter(Boolean);
      reject(new Refusal(name ? `${name}: ${wordsOf(form, 'gone')}` : ''));
    };
    request.send(new FormData(form));
  });
