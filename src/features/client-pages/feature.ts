import type { Feature } from '../../core/feature.ts';
import { ownPages } from './pages/pages.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';
import type { ClientPage } from './visit.ts';

declare module '../../core/feature.ts' {
  interface Feature {
    /** Its pages for clients, and the answers to their forms. */
    readonly clientPages?: readonly ClientPage[];
  }
}

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    clientPages: typeof en;
  }
}

export { buildClientPages } from './app.ts';
export { isOfAnother, keyOf, readForm } from './form.ts';
export { messageOf, momentOf } from './formats.ts';
export { goTo, showPage } from './page.ts';
export {
  areFilesRefused,
  askFirst,
  attachedField,
  authorField,
  draftOf,
  filesField,
  filesHint,
  formWords,
  largeWords,
  lostWords,
  othersForm,
  pager,
  type Refused,
  scriptedWords,
  typedField,
  unrestored,
  uploadedField,
  uploadedIds,
  uploadedNames,
  uploadWords,
} from './pages/fields.ts';
export { type KeptForm, keep, nextKey, showKept } from './pages/kept.ts';
export { showRefusal } from './pages/refusal.ts';
export { askToSignIn } from './pages/signIn.ts';
export { messageIn, type Problem, problemsIn } from './problems.ts';
export { mostFiles, uploadAll, whyNotKept } from './sentFile.ts';
export { lostFiles, type SentFile } from './sentForm.ts';
// The parts from which other features build their pages.
export type { ClientPage, SignedInPerson, Visit } from './visit.ts';

/**
 * The client pages: HTML documents and forms over the client API. It has their frame, the sign-in, the account and the
 * parts of pages; features declare the rest.
 */
export const clientPages: Feature = {
  name: 'client-pages',
  texts: { en: { ...en }, de: { ...de } },
  clientPages: ownPages,
};
