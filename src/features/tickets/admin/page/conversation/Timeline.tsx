import { RichText } from '@payloadcms/richtext-lexical/react';
import { useTranslation } from '@payloadcms/ui';
import { fileSize } from '../../../../../core/shared/text/fileSize.ts';
import type { TranslateText } from '../../../../../core/texts/text.ts';
import { localeOf } from '../../../../../core/ui/locale.ts';
import { RelativeTime } from '../../../../../core/ui/parts/words/RelativeTime.tsx';
import { StatusPill, withElements } from '../../../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import type { FileDocument } from '../../../../files/ui.ts';
import { namePerson } from '../../../../people/ui.ts';
import { withTypedLinks } from '../../../replies/typedLinks.ts';
import { writerOf } from '../../../replies/writer.ts';
import type { ReplyDocument } from './useReplies.ts';

interface TimelineProps {
  /** It is null until they are there. */
  readonly replies: readonly ReplyDocument[] | null;
  readonly files: readonly FileDocument[] | null;
}

/** The replies of a ticket, and the files that belong to none, by their time. */
export const Timeline = ({ replies, files }: TimelineProps) => {
  const t = usePortalTexts();
  const now = new Date();
  return (
    <ol className="portal-conversation__replies" aria-live="polite" aria-busy={replies === null}>
      {timelineOf(replies ?? [], files ?? []).map((entry) =>
        'body' in entry ? (
          <Reply key={`reply ${entry.id}`} reply={entry} files={filesSentWith(files, entry.id)} now={now} />
        ) : (
          <SentFile key={`file ${entry.id}`} file={entry} now={now} t={t} />
        ),
      )}
    </ol>
  );
};

/** True for a file that belongs to no message, and to none that is being written. */
const standsAlone = ({ reply, internal }: FileDocument): boolean => !reply && internal !== true;

/** Puts files among the replies by their time. Files from before the first visible reply are left to the list below. */
const timelineOf = (
  replies: readonly ReplyDocument[],
  files: readonly FileDocument[],
): readonly (ReplyDocument | FileDocument)[] =>
  [...replies, ...files.filter(standsAlone)].toSorted(
    (one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt) || ('body' in one ? -1 : 1),
  );

interface ReplyProps {
  readonly reply: ReplyDocument;
  readonly files: readonly FileDocument[];
  readonly now: Date;
}

/** The writer of a reply. Staff know outsiders by their address. */
const writerIn = ({ createdBy, side, source, mailFrom }: ReplyDocument, t: TranslateText) => {
  const person = namePerson(createdBy, t);
  // Replies of before this was stored have the side of their writer's role.
  const present = createdBy ? (person.isClient ? 'client' : 'staff') : null;
  const writer = writerOf({ side: side ?? present, source });
  return {
    name: writer === 'outsider' && mailFrom ? mailFrom : person.name,
    isClient: writer === 'client' || writer === 'outsider',
    isOfTeam: writer === 'staff',
  };
};

/** One reply. An internal note has its own look and label. */
const Reply = ({ reply, files, now }: ReplyProps) => {
  const t = usePortalTexts();
  const isByMail = reply.source === 'email';
  const { name, isClient, isOfTeam } = writerIn(reply, t);
  const time = <RelativeTime moment={new Date(reply.createdAt)} now={now} />;
  const { i18n } = useTranslation();
  const mentioned = (reply.mentions ?? []).flatMap(({ user }) => (user ? [namePerson(user, t).name] : []));
  const kind = reply.internal ? 'internal' : isOfTeam ? 'staff' : 'client';
  return (
    <li className={`portal-reply portal-reply--${kind}`}>
      <article aria-label={t(`tickets:page:conversation:${reply.internal ? 'noteBy' : 'replyBy'}`, { name })}>
        <header>
          <strong>{name}</strong>
          {isClient && <StatusPill tone="neutral">{t('tickets:person:client')}</StatusPill>}
          {reply.internal && (
            <StatusPill tone="warning">{t('tickets:page:conversation:internalNote')}</StatusPill>
          )}
          <span className="portal-muted">
            {isByMail && !reply.internal
              ? withElements(t('tickets:page:conversation:byMail'), { time })
              : time}
          </span>
        </header>
        <RichText className="portal-reply__body" data={withTypedLinks(reply.body)} />
        {mentioned.length > 0 && (
          <p className="portal-muted">
            {t('tickets:page:mentions:of', { names: new Intl.ListFormat(localeOf(i18n)).format(mentioned) })}
          </p>
        )}
        <SentFiles files={files} />
        <WholeMail text={reply.mailText} />
      </article>
    </li>
  );
};

/** A file, at the time when it was sent. */
const SentFile = ({ file, now, t }: { file: FileDocument; now: Date; t: TranslateText }) => {
  const { i18n } = useTranslation();
  return (
    <li className="portal-conversation__file">
      <a
        className="portal-link"
        href={file.url}
        download={file.name}
        aria-label={t('tickets:page:conversation:download', { name: file.name })}
      >
        {file.name}
      </a>{' '}
      <span className="portal-muted">
        {withElements(t('tickets:page:conversation:file'), {
          size: fileSize(file.filesize, localeOf(i18n)),
          name: namePerson(file.uploadedBy, t).name,
          time: <RelativeTime moment={new Date(file.createdAt)} now={now} />,
        })}
      </span>
    </li>
  );
};

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

/** True for a picture, by the bytes of the file and not by its name. */
const isPicture = ({ mimeType, filesize }: FileDocument): boolean =>
  /^image\/(?:png|jpeg|gif|webp|avif)$/.test(mimeType) && filesize <= largestPicture;

/** The files that were sent with a reply, oldest first. */
const filesSentWith = (
  files: readonly FileDocument[] | null,
  reply: number | string,
): readonly FileDocument[] =>
  (files ?? []).filter((file) => String(file.reply ?? '') === String(reply)).toReversed();

/** All of a mail's text, with the history and the signature that the reply leaves out. Folded. */
export const WholeMail = ({ text }: { text: string | null | undefined }) => {
  const t = usePortalTexts();
  return text ? (
    <details className="portal-mail">
      <summary>{t('tickets:page:conversation:wholeMail')}</summary>
      <div className="portal-mail__text">{text}</div>
    </details>
  ) : null;
};
