import type { ClientPage } from '../../client-pages/feature.ts';
import { addFiles, createFolder, deleteFile, showFolder, showFolders } from './files.ts';

/** The pages on which clients exchange files with the team. */
export const filePages: readonly ClientPage[] = [
  { path: '/files', entry: 'clientPages:nav:files', show: (visit) => showFolders(visit) },
  {
    path: '/files',
    method: 'POST',
    keepsText: true,
    kept: {
      title: 'clientPages:files:newFolder',
      button: 'clientPages:files:create',
      labels: { name: 'clientPages:files:folderName' },
    },
    show: createFolder,
  },
  { path: '/files/:id', show: (visit, id) => showFolder(visit, id) },
  { path: '/files/:id', method: 'POST', show: addFiles },
  { path: '/files/:id/delete', method: 'POST', show: deleteFile },
];
