import type { ClientPage } from '../../client-pages/feature.ts';
import { download, transferLinkPages } from './linkPage.ts';
import { openFromList, showTransferList } from './listPage.ts';

export const transferPages: readonly ClientPage[] = [
  { path: '/transfers', entry: 'transfers:page:nav', show: (visit) => showTransferList(visit) },
  { path: '/transfers/:id/open', method: 'POST', show: openFromList },
  ...transferLinkPages,
  { path: '/t/:id/downloads', method: 'POST', isOpen: true, show: download },
];
