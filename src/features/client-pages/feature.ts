import type { Feature } from '../../core/feature.ts';
import type { ClientPage } from './page.ts';
import { clientPagesTexts } from './texts/index.ts';

declare module '../../core/feature.ts' {
  interface Feature {
    /** Its pages for clients, and the answers to their forms. */
    readonly clientPages?: readonly ClientPage[];
  }
}

export { buildClientPages } from './app.ts';
// The parts from which other features build their pages.
export { readForm, type SentForm } from './form.ts';
export { messageOf, momentOf } from './formats.ts';
export { type ClientPage, goTo, showPage } from './page.ts';
export { largeWords, scriptedWords, uploadedField, uploadedIds } from './pages/fields.ts';
export { showRefusal } from './pages/refusal.ts';
export { pager } from './pages/ticketList.ts';
export { messageIn, type Problem, problemsIn } from './problems.ts';
export { type SentFile, whyNotKept } from './sentFile.ts';
export { mostFiles } from './uploadAll.ts';
export type { Visit } from './visit.ts';

/** The pages on which clients read and answer their tickets: HTML documents and forms over the client's door. */
export const clientPages: Feature = { name: 'client-pages', texts: clientPagesTexts };
