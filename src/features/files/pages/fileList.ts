import { fileSize } from '../../../core/shared/text/fileSize.ts';
import { html, type Part } from '../../../core/shared/text/html.ts';
import { askFirst, authorField, momentOf, type Visit } from '../../client-pages/feature.ts';

/** A file at the message that it was sent with. */
export interface SentFileView {
  readonly id: string;
  readonly filename: string;
  readonly size_bytes: number;
  readonly download_url: string | null;
}

export interface FileView extends SentFileView {
  readonly uploaded_at: string;
  /** It is null once the user is deleted. */
  readonly uploaded_by: string | null;
  /** The link that it came by; null for a file that a user uploaded. */
  readonly uploaded_via: object | null;
  readonly reply_id: string | null;
}

/** The files of a message, with their signed links. */
export const sentFiles = (visit: Visit, files: readonly SentFileView[]): Part =>
  files.length > 0 &&
  html`<ul class="list files sent">${files.map(
    ({ filename, size_bytes, download_url }) =>
      html`<li><div class="what"><a class="whole" href="${download_url}" download>${filename}</a> <span class="muted small">${fileSize(size_bytes, visit.language)}</span></div></li>`,
  )}</ul>`;

/**
 * A list of files with their signed links.
 *
 * @param folder the folder whose page this is, for the buttons that delete one's own files; null for no such buttons
 */
export const fileList = (visit: Visit, files: readonly FileView[], folder: string | null): Part => {
  const { base, t, person } = visit;
  const remove = ({ id, filename, uploaded_by }: FileView): Part =>
    folder !== null &&
    uploaded_by === person?.user.id &&
    askFirst({
      label: t('clientPages:files:remove'),
      named: t('clientPages:files:removeOf', { name: filename }),
      question: t('clientPages:files:removeAsk', { name: filename }),
      action: `${base}/files/${folder}/delete`,
      fields: html`${authorField(visit)}<input type="hidden" name="file" value="${id}">`,
    });
  return html`<ul class="list files">${files.map(
    (file) =>
      html`<li><div class="what"><a class="whole" href="${file.download_url}" download>${file.filename}</a><div class="muted small">${fileSize(file.size_bytes, visit.language)} · ${momentOf(visit, file.uploaded_at)}</div></div>${remove(file)}</li>`,
  )}</ul>`;
};
