import { Link, useConfig, useTranslation } from '@payloadcms/ui';
import type { DefaultCellComponentProps } from 'payload';
import { formatAdminURL } from 'payload/shared';
import { localeOf } from '../../../core/ui/locale.ts';
import { RelativeTime } from '../../../core/ui/RelativeTime.tsx';
import { usePortalTexts } from '../../../core/ui/usePortalTexts.ts';
import { namePerson } from '../../people/ui.ts';
import { type FileDocument, fileSize } from './useFiles.ts';
import './files.css';

interface FileTableProps {
  readonly caption: string;
  readonly files: readonly FileDocument[];
  /** Beside the file: the folder it is in, or the ticket it is attached to. */
  readonly beside: { readonly field: 'folder' | 'ticket'; readonly heading: string; readonly slug: string };
}

/** A table of files with download links. */
export const FileTable = ({ caption, files, beside }: FileTableProps) => {
  const t = usePortalTexts();
  const { i18n } = useTranslation();
  const { config } = useConfig();
  const { admin: adminRoute } = config.routes;
  const now = new Date();
  return (
    <div className="portal-table">
      <table>
        <caption className="portal-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('files:table:file')}</th>
            <th scope="col">{t('files:table:type')}</th>
            <th scope="col">{t('files:table:size')}</th>
            <th scope="col">{beside.heading}</th>
            <th scope="col">{t('files:table:uploadedBy')}</th>
            <th scope="col">{t('files:table:time')}</th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => {
            const other = file[beside.field];
            return (
              <tr key={file.id}>
                <td className="portal-table__cut">
                  <a
                    className="portal-link"
                    href={file.url}
                    download={file.name}
                    aria-label={t('files:downloadNamed', { name: file.name })}
                  >
                    {file.name}
                  </a>
                </td>
                <td>{file.mimeType}</td>
                <td className="portal-table__time">{fileSize(file.filesize, t, localeOf(i18n))}</td>
                <td className="portal-table__cut">
                  {other !== null && typeof other === 'object' && (
                    <Link
                      href={formatAdminURL({ adminRoute, path: `/collections/${beside.slug}/${other.id}` })}
                    >
                      {'name' in other ? other.name : other.subject}
                    </Link>
                  )}
                </td>
                <td className="portal-table__cut">{namePerson(file.uploadedBy, t).name}</td>
                <td className="portal-table__time">
                  <RelativeTime moment={new Date(file.createdAt)} now={now} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
};

const fileOf = ({ rowData }: DefaultCellComponentProps): FileDocument => rowData as FileDocument;

export const FileSizeCell = (props: DefaultCellComponentProps) => {
  const t = usePortalTexts();
  const { i18n } = useTranslation();
  return <span>{fileSize(fileOf(props).filesize, t, localeOf(i18n))}</span>;
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
