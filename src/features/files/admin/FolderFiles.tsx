import { useConfig, useDocumentInfo } from '@payloadcms/ui';
import { ReasonSentence } from '../../../core/ui/ReasonSentence.tsx';
import { usePortalTexts } from '../../../core/ui/usePortalTexts.ts';
import { FileTable } from './FileTable.tsx';
import { useFiles } from './useFiles.ts';
import '../../../core/ui/shared.css';
import './files.css';

interface FolderFilesProps {
  readonly filesSlug: string;
  readonly ticketsSlug: string;
}

/** Part of a folder's page: its files. */
export const FolderFiles = ({ filesSlug, ticketsSlug }: FolderFilesProps) => {
  const t = usePortalTexts();
  const { id } = useDocumentInfo();
  const { config } = useConfig();
  const { files, problem } = useFiles(config.routes.api, filesSlug, { field: 'folder', id });
  if (id === undefined) return null;
  return (
    <section className="field-type portal-attachments" aria-labelledby="portal-folder-files">
      <h2 id="portal-folder-files">{t('files:folder:heading')}</h2>
      {problem && <ReasonSentence reason={problem} />}
      {files?.length === 0 && <p className="portal-muted">{t('files:folder:empty')}</p>}
      {files && files.length > 0 && (
        <FileTable
          caption={t('files:folder:caption')}
          files={files}
          beside={{ field: 'ticket', heading: t('files:folder:ticket'), slug: ticketsSlug }}
        />
      )}
    </section>
  );
};
