import { useConfig, useDocumentInfo } from '@payloadcms/ui';
import { ErrorSentence } from '../shared/Messages.tsx';
import { FileTable } from './FileTable.tsx';
import { useFiles } from './useFiles.ts';
import '../shared/shared.css';
import '../tickets/tickets.css';

interface FolderFilesProps {
  readonly filesSlug: string;
  readonly ticketsSlug: string;
}

/** On a folder's page: the files in it. */
export const FolderFiles = ({ filesSlug, ticketsSlug }: FolderFilesProps) => {
  const { id } = useDocumentInfo();
  const { config } = useConfig();
  const { files, problem } = useFiles(config.routes.api, filesSlug, { field: 'folder', id });
  if (id === undefined) return null;
  return (
    <section className="field-type portal-attachments" aria-labelledby="portal-folder-files">
      <h2 id="portal-folder-files">Files in this folder</h2>
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
      {files?.length === 0 && (
        <p className="portal-muted">
          The folder is empty. Upload into it under Files, or on a ticket’s page.
        </p>
      )}
      {files && files.length > 0 && (
        <FileTable
          caption="Files in this folder, newest first"
          files={files}
          beside={{ field: 'ticket', heading: 'Ticket', slug: ticketsSlug }}
        />
      )}
    </section>
  );
};
