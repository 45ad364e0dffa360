'use client';

import { Button, useTranslation } from '@payloadcms/ui';
import { type DragEvent, useId, useRef, useState } from 'react';
import { fileSize } from '../../../core/shared/text/fileSize.ts';
import { localeOf } from '../../../core/ui/locale.ts';
import { FieldProblem } from '../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';

/** The progress of a file that is being sent. */
export interface FileProgress {
  /** The share that has been sent, from 0 to 1. */
  readonly share: number;
  /** True while the connection is lost. */
  readonly isWaiting: boolean;
}

interface FilesDropProps {
  readonly files: readonly File[];
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  /** The progress by the place of each file; empty before they are sent. */
  readonly progress: readonly FileProgress[];
  onChange(files: readonly File[]): void;
}

/** Files to send, chosen or dropped. */
export const FilesDrop = ({ files, problem, isBusy, progress, onChange }: FilesDropProps) => {
  const t = usePortalTexts();
  const { i18n } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);

  const add = (more: Iterable<File>) =>
    onChange([...new Map([...files, ...more].map((file) => [keyOf(file), file])).values()]);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!isBusy) add(event.dataTransfer.files);
  };

  return (
    <section
      aria-label={t('links:admin:files:label')}
      className={isOver ? 'portal-drop portal-drop--over' : 'portal-drop'}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      {files.length > 0 && (
        <ul>
          {files.map((file, place) => (
            <li key={keyOf(file)}>
              <span>{file.name}</span>
              <span className="portal-muted">{fileSize(file.size, localeOf(i18n))}</span>
              {progress[place] && <SentShare name={file.name} progress={progress[place]} />}
              {!isBusy && (
                <button
                  type="button"
                  className="portal-link-button"
                  aria-label={t('links:admin:files:removeNamed', { name: file.name })}
                  onClick={() => onChange(files.filter((_, other) => other !== place))}
                >
                  {t('links:admin:files:remove')}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <label className="portal-hidden" htmlFor={id}>
        {t('links:admin:files:label')}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          add(event.target.files ?? []);
          event.target.value = '';
        }}
      />
      <Button
        buttonStyle="secondary"
        size="small"
        margin={false}
        disabled={isBusy}
        onClick={() => input.current?.click()}
      >
        {t(files.length > 0 ? 'links:admin:files:addMore' : 'links:admin:files:choose')}
      </Button>{' '}
      <span className="portal-muted">{t('links:admin:files:orDrop')}</span>
      <FieldProblem id={`${id}-problem`} problem={problem} />
    </section>
  );
};

/** A file that is chosen twice counts once. */
const keyOf = ({ name, size, lastModified }: File): string => `${name}/${size}/${lastModified}`;

const SentShare = ({
  name,
  progress: { share, isWaiting },
}: {
  readonly name: string;
  readonly progress: FileProgress;
}) => {
  const t = usePortalTexts();
  return (
    <>
      <progress aria-label={t('files:upload:progress', { name })} value={share} />
      {isWaiting && (
        <span className="portal-muted" role="status">
          {t('files:upload:waiting')}
        </span>
      )}
    </>
  );
};
