import { useTranslation } from '@payloadcms/ui';
import { fileSize } from '../../../../../core/shared/text/fileSize.ts';
import { localeOf } from '../../../../../core/ui/locale.ts';
import { usePortalTexts } from '../../../../../core/ui/react/usePortalTexts.ts';
import type { FileDocument } from '../../../../files/ui.ts';

/** The files of a message: pictures as small pictures, which lead to the file as the others do. */
export const SentFiles = ({ files }: { readonly files: readonly FileDocument[] }) => {
  const t = usePortalTexts();
  const { i18n } = useTranslation();
  if (files.length === 0) return null;
  return (
    <ul className="portal-sent-files" aria-label={t('tickets:page:conversation:files')}>
      {files.map((file) => {
        const { id, name, url, filesize } = file;
        return (
          <li key={id}>
            <a
              className="portal-link"
              href={url}
              download={name}
              aria-label={t('tickets:page:conversation:download', { name })}
            >
              {isPicture(file) && (
                // biome-ignore lint/performance/noImgElement: needs the reader's session, which Next's loader does not have
                <img src={url} alt="" loading="lazy" />
              )}
              <span>{name}</span>
            </a>{' '}
            <span className="portal-muted">{fileSize(filesize, localeOf(i18n))}</span>
          </li>
        );
      })}
    </ul>
  );
};

/** Largest file that is shown as a picture, in bytes: the browser loads it whole. */
const largestPicture = 5 * 1024 * 1024;

/** By the bytes of the file, not by its name. */
const isPicture = ({ mimeType, filesize }: FileDocument): boolean =>
  /^image\/(?:png|jpeg|gif|webp|avif)$/.test(mimeType) && filesize <= largestPicture;

/** The files that were sent with a reply, oldest first. */
export const filesSentWith = (
  files: readonly FileDocument[] | null,
  reply: number | string,
): readonly FileDocument[] =>
  (files ?? []).filter((file) => String(file.reply ?? '') === String(reply)).toReversed();
