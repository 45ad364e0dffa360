// The parts of this feature that other features' pages use. They run in the browser, too.

export { FileTable } from './admin/FileTable.tsx';
export { FolderChoice } from './admin/FolderField.tsx';
export { UploadForm, UploadStates } from './admin/UploadForm.tsx';
export { type FileDocument, tellUploaded, useFiles } from './admin/useFiles.ts';
export { useUploads } from './admin/useUploads.ts';
