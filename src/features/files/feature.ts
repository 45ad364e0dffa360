import { isMember } from '../../core/access/roles.ts';
import type { Feature } from '../../core/feature.ts';
import type { OpenableOptions } from '../../core/options/collections.ts';
import { moveWithTicket } from '../../core/ports/merge.ts';
import { fileEvents } from './events.ts';
import { hideWithTicket } from './hideWithTicket.ts';
import { attachFile, deleteFile, uploadFile } from './operations/changeFiles.ts';
import { downloadFile } from './operations/downloadFile.ts';
import { createFolder, deleteFolder, renameFolder } from './operations/folders/changeFolders.ts';
import { getFolder, listFolders } from './operations/folders/readFolders.ts';
import { getFile, listFiles } from './operations/readFiles.ts';
import { fileOptions } from './options.ts';
import { filePages } from './pages/files.ts';
import { showAsReply } from './replyFiles.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';
import { undoUploads } from './uploads/unclaimed.ts';
import { uploadTargets } from './uploads/uploadTargets.ts';

export { ticketFolder } from './folders/ticketFolder.ts';
export { toUpload } from './operations/changeFiles.ts';
export { buildToFile, file, filesAddress } from './operations/readFiles.ts';
export { type FileView, fileList, type SentFileView, sentFiles } from './pages/fileList.ts';
export {
  type DatedFile,
  type FileRow,
  fileColumns,
  findStoredFile,
  findStoredFiles,
  type StoredFile,
} from './record/storedFile.ts';
export { filesOfReplies, readStoredBytes, takeForReply } from './replyFiles.ts';
export { downloadUrl } from './serving/downloadLink.ts';
export { addRange, isWhole, type PartRange } from './serving/range.ts';
export { bytesOf, type ServedBytes, serveBytes } from './serving/serveBytes.ts';
export { isOtherBytes, otherBytes } from './storage/exactStorage.ts';
export { largestFileIn, readWhole, storageOf } from './storage/storageOf.ts';
// The parts that other features use.
export { type AdmittedFile, admittedFile, discardFile, standInFor } from './uploads/admittedFile.ts';
export { confirmStored } from './uploads/upload.ts';
export { zipOf } from './zip/zip.ts';

declare module '../../core/access/scopes.ts' {
  interface Scopes {
    'files:read': true;
    'files:write': true;
  }
}

declare module '../../core/options/collections.ts' {
  interface CollectionsOptions {
    folders?: OpenableOptions;
    files?: OpenableOptions;
  }
}

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    files: typeof en;
  }
}

/** Files in folders: uploads, storage and signed downloads. */
export const files: Feature = {
  name: 'files',
  scopes: { 'files:read': isMember, 'files:write': isMember },
  collections: {
    folders: { slug: 'folders', takes: 'apiFields' },
    files: { slug: 'files', takes: 'apiFields', record: { type: 'file', word: 'files:collection:singular' } },
  },
  collectionHooks: (portal) => ({
    tickets: { beforeDelete: [hideWithTicket(portal)] },
    ticketReplies: { afterChange: [showAsReply(portal)] },
  }),
  followMerge: moveWithTicket('files'),
  options: fileOptions,
  texts: { en: { ...en }, de: { ...de } },
  tags: {
    folders: { name: 'Folders', description: 'The folders of an organization’s files.' },
    files: { name: 'Files', description: 'Uploads, and signed links to download them.' },
  },
  operations: [
    listFolders,
    createFolder,
    getFolder,
    renameFolder,
    deleteFolder,
    listFiles,
    attachFile,
    uploadFile,
    getFile,
    deleteFile,
    downloadFile,
  ],
  clientPages: filePages,
  events: fileEvents,
  uploadTargets,
  customerParts: [
    { name: 'customerFiles', component: 'CustomerFiles', on: ['person', 'organization'], place: 5 },
  ],
  start: (payload, { options: { slugs }, temporaryFiles }) => ({
    async open() {
      temporaryFiles
        .clean((names) => undoUploads(payload, [slugs.files, slugs.inboundMails], names))
        .catch((err) =>
          payload.logger.warn({ err, msg: 'The uploads of dead processes could not be deleted.' }),
        );
    },
  }),
};
