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
export {
  type ClientPage,
  goTo,
  messageIn,
  messageOf,
  momentOf,
  type Problem,
  problemsIn,
  showPage,
  type Visit,
} from './page.ts';
export { largeWords, scriptedWords, uploadedField, uploadedIds } from './pages/fields.ts';
export { showRefusal } from './pages/refusal.ts';
export { pager } from './pages/ticketList.ts';
export { type SentFile, whyNotKept } from './sentFile.ts';
export { mostFiles } from './uploadAll.ts';

/** The pages on which clients read and answer their tickets: HTML documents and forms over the client's door. */
export const clientPages: Feature = { name: 'client-pages', texts: clientPagesTexts };
