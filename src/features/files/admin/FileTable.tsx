import { Link, useConfig, useDocumentInfo, useTranslation } from '@payloadcms/ui';
import type { DefaultCellComponentProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { fileSize } from '../../../core/shared/text/fileSize.ts';
import { localeOf } from '../../../core/ui/locale.ts';
import { type Column, Table } from '../../../core/ui/parts/list/Table.tsx';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill } from '../../../core/ui/parts/words/words.tsx';
import { usePortalTexts, useSlugs } from '../../../core/ui/react/usePortal.ts';
import { namePerson } from '../../people/ui.ts';
import { type FileDocument, useFiles } from './useFiles.ts';
import './files.css';

interface FileTableProps {
  readonly caption: string;
  readonly files: readonly FileDocument[];
  /** The column beside the file: its folder, or the ticket that it is attached to. */
  readonly beside: { readonly field: 'folder' | 'ticket'; readonly heading: string; readonly slug: string };
}

/** A table of files with download links. */
export const FileTable = ({ caption, files, beside }: FileTableProps) => {
  const t = usePortalTexts();
  const { i18n } = useTranslation();
  const { config } = useConfig();
  const { admin: adminRoute } = config.routes;
  const now = new Date();
  const columns: Column<FileDocument>[] = [
    {
      heading: t('files:table:file'),
      width: 'cut',
      cell: ({ name, url, internal }) => (
        <>
          <a
            className="portal-link"
            href={url}
            download={name}
            aria-label={t('files:downloadNamed', { name })}
          >
            {name}
          </a>
          {internal && (
            <>
              {' '}
              <StatusPill tone="warning">{t('files:collection:internal')}</StatusPill>
            </>
          )}
        </>
      ),
    },
    { heading: t('files:table:type'), cell: ({ mimeType }) => mimeType },
    {
      heading: t('files:table:size'),
      width: 'line',
      cell: ({ filesize }) => fileSize(filesize, localeOf(i18n)),
    },
    {
      heading: beside.heading,
      width: 'cut',
      cell: (file) => {
        const other = file[beside.field];
        if (other === null || typeof other !== 'object') return null;
        const path = `/collections/${beside.slug}/${other.id}` as const;
        return (
          <Link href={formatAdminURL({ adminRoute, path })}>
            {'name' in other ? other.name : other.subject}
          </Link>
        );
      },
    },
    {
      heading: t('files:table:uploadedBy'),
      width: 'cut',
      cell: ({ uploadedBy }) => namePerson(uploadedBy, t).name,
    },
    {
      heading: t('files:table:time'),
      width: 'line',
      cell: ({ createdAt }) => <RelativeTime moment={new Date(createdAt)} now={now} />,
    },
  ];
  return <Table caption={caption} columns={columns} rows={files} />;
};

const fileOf = ({ rowData }: DefaultCellComponentProps): FileDocument => rowData as FileDocument;

export const FileSizeCell = (props: DefaultCellComponentProps) => {
  const _t = usePortalTexts();
  const { i18n } = useTranslation();
  return <span>{fileSize(fileOf(props).filesize, localeOf(i18n))}</span>;
};

export const FileDownloadCell = (props: DefaultCellComponentProps) => {
  const t = usePortalTexts();
  const { url, name } = fileOf(props);
  return (
    <a className="portal-link" href={url} download={name} aria-label={t('files:downloadNamed', { name })}>
      {t('files:download')}
    </a>
  );
};

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
