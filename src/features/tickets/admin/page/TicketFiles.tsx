import { useDocumentInfo } from '@payloadcms/ui';
import { relationId } from '../../../../core/shared/values/ids.ts';
import { ReasonSentence } from '../../../../core/ui/parts/words/ReasonSentence.tsx';
import { usePortalTexts, useSlugs } from '../../../../core/ui/react/usePortal.ts';
import { FileTable, UploadForm, useFiles } from '../../../files/ui.ts';
import { useMergedInto } from './useOpenTicket.ts';

/** Part of a ticket's page: its files, and the form that attaches more. */
export const TicketFiles = () => {
  const t = usePortalTexts();
  const { id, savedDocumentData } = useDocumentInfo();
  const slugs = useSlugs();
  const { files, problem } = useFiles({ field: 'ticket', id });
  const isMerged = useMergedInto() !== null;
  // Its files are with the ticket that remains, and so would be the next one.
  if (id === undefined || isMerged) return null;
  return (
    <section className="field-type portal-attachments" aria-labelledby="portal-attachments">
      <h2 id="portal-attachments">
        {files && files.length > 0
          ? t('tickets:page:files:titleWithNumber', { number: files.length })
          : t('tickets:page:files:title')}
      </h2>
      {problem && <ReasonSentence reason={problem} />}
      {files?.length === 0 && <p className="portal-muted">{t('tickets:page:files:none')}</p>}
      {files && files.length > 0 && (
        <FileTable
          caption={t('tickets:page:files:caption')}
          files={files}
          beside={{ field: 'folder', heading: t('tickets:page:files:folder'), slug: slugs.folders }}
        />
      )}
      <UploadForm organization={relationId(savedDocumentData?.organization)} ticket={id} />
    </section>
  );
};
