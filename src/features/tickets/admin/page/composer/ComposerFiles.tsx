import { Button, useTranslation } from '@payloadcms/ui';
import { useRef } from 'react';
import { fileSize } from '../../../../../core/shared/text/fileSize.ts';
import { localeOf } from '../../../../../core/ui/locale.ts';
import { ReasonSentence } from '../../../../../core/ui/parts/words/ReasonSentence.tsx';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { UploadStates } from '../../../../files/ui.ts';
import type { DraftFile } from '../draft/draft.ts';
import type { ComposerFilesState } from './useComposerFiles.ts';

interface ComposerFilesProps {
  readonly files: readonly DraftFile[];
  readonly state: ComposerFilesState;
  readonly isDisabled: boolean;
}

/** Part of the composer: its files, each with a button that removes it, and the button that adds more. */
export const ComposerFiles = ({ files, state, isDisabled }: ComposerFilesProps) => {
  const t = usePortalTexts();
  const { i18n } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { uploads, problem, add, remove } = state;
  return (
    <div className="portal-composer__files">
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('tickets:page:answer:chooseFiles')}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Button
        buttonStyle="secondary"
        size="small"
        margin={false}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {t('tickets:page:answer:attach')}
      </Button>
      <ul aria-label={t('tickets:page:answer:files')} aria-live="polite">
        {files.map((file) => (
          <li key={file.id}>
            <span className="portal-composer__name">{file.name}</span>{' '}
            <span className="portal-muted">{fileSize(file.filesize, localeOf(i18n))}</span>
            <button
              type="button"
              disabled={isDisabled}
              aria-label={t('tickets:page:answer:removeFile', { name: file.name })}
              onClick={() => void remove(file)}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <div role="status">
        <UploadStates uploads={uploads} />
      </div>
      {problem && <ReasonSentence reason={problem} />}
    </div>
  );
};
