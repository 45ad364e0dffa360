import type { DefaultCellComponentProps } from 'payload';
import { fileSize } from '../shared/fileSize.ts';
import type { FileDocument } from './useFiles.ts';

const fileOf = ({ rowData }: DefaultCellComponentProps): FileDocument => rowData as FileDocument;

export const FileSizeCell = (props: DefaultCellComponentProps) => (
  <span>{fileSize(fileOf(props).filesize)}</span>
);

export const FileDownloadCell = (props: DefaultCellComponentProps) => {
  const { url, name } = fileOf(props);
  return (
    <a className="portal-link" href={url} download={name} aria-label={`Download ${name}`}>
      Download
    </a>
  );
};
