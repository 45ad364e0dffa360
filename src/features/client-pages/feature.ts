import type { Feature } from '../../core/feature.ts';
import { clientPagesTexts } from './texts/index.ts';

export { buildClientPages } from './app.ts';

/** The pages on which clients read and answer their tickets: HTML documents and forms over the client's door. */
export const clientPages: Feature = { name: 'client-pages', texts: clientPagesTexts };
