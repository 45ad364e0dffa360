// The parts of this feature that other features' pages use. They run in the browser, too.

export { FileTable } from './admin/FileTable.tsx';
export { FolderChoice } from './admin/FolderChoice.tsx';
export { UploadForm } from './admin/UploadForm.tsx';
export { UploadStates } from './admin/UploadStates.tsx';
export { tellUploaded } from './admin/uploaded.ts';
export { type FileDocument, useFiles } from './admin/useFiles.ts';
export { useUploads } from './admin/useUploads.ts';
