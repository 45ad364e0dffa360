import { useConfig, useDocumentInfo } from '@payloadcms/ui';
import { relationId } from '../../../shared/ids.ts';
import { FileTable } from '../../files/FileTable.tsx';
import { UploadForm } from '../../files/UploadForm.tsx';
import { useFiles } from '../../files/useFiles.ts';
import { ErrorSentence } from '../../shared/Messages.tsx';

interface TicketFilesProps {
  readonly filesSlug: string;
  readonly foldersSlug: string;
}

/** On a ticket's page: its files, and the form that attaches more. */
export const TicketFiles = ({ filesSlug, foldersSlug }: TicketFilesProps) => {
  const { id, savedDocumentData } = useDocumentInfo();
  const { config } = useConfig();
  const { files, problem, reload } = useFiles(config.routes.api, filesSlug, { field: 'ticket', id });
  if (id === undefined) return null;
  return (
    <section className="field-type portal-attachments" aria-labelledby="portal-attachments">
      <h2 id="portal-attachments">Files{files && files.length > 0 ? ` (${files.length})` : ''}</h2>
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
      {files?.length === 0 && <p className="portal-muted">Nothing is attached yet.</p>}
      {files && files.length > 0 && (
        <FileTable
          caption="Files of this ticket, newest first"
          files={files}
          beside={{ field: 'folder', heading: 'Folder', slug: foldersSlug }}
        />
      )}
      <UploadForm
        filesSlug={filesSlug}
        foldersSlug={foldersSlug}
        organization={relationId(savedDocumentData?.organization)}
        ticket={id}
        onUploaded={() => void reload()}
      />
    </section>
  );
};
