import { useDocumentInfo } from '@payloadcms/ui';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { usePortalTexts, useSlugs } from '../../../core/ui/react/usePortal.ts';
import { FileTable } from './FileTable.tsx';
import { useFiles } from './useFiles.ts';
import './files.css';

/** Part of a folder's page: its files. */
export const FolderFiles = () => {
  const t = usePortalTexts();
  const { id } = useDocumentInfo();
  const slugs = useSlugs();
  const { files, problem } = useFiles({ field: 'folder', id });
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
          beside={{ field: 'ticket', heading: t('files:folder:ticket'), slug: slugs.tickets }}
        />
      )}
    </section>
  );
};
