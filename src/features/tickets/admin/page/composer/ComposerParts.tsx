import { Button, useModal, useTranslation } from '@payloadcms/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { fileSize } from '../../../../../core/shared/text/fileSize.ts';
import { localeOf } from '../../../../../core/ui/locale.ts';
import { DiscardQuestion } from '../../../../../core/ui/parts/dialog/Dialog.tsx';
import { ReasonSentence } from '../../../../../core/ui/parts/words/ReasonSentence.tsx';
import { RelativeTime } from '../../../../../core/ui/parts/words/RelativeTime.tsx';
import { withElements } from '../../../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { UploadStates } from '../../../../files/ui.ts';
import type { Status } from '../../../vocabulary.ts';
import type { DraftFile } from '../draft/draft.ts';
import type { useDraft } from '../draft/useDraft.ts';
import type { ComposerFilesState } from './useComposerFiles.ts';
import type { GoesOn } from './useKept.ts';

interface ComposerHeadProps {
  readonly draft: Pick<ReturnType<typeof useDraft>, 'internal' | 'setInternal' | 'restoredAt'>;
  /** The recipients of a reply, in words. */
  readonly goesTo: ReactNode;
  /** The buttons that other features add. */
  readonly tools: ReactNode;
  onDiscard(): void;
}

const discardSlug = 'portal-discard-draft';

const kinds = [
  { name: 'reply', value: false },
  { name: 'note', value: true },
] as const;

/** The line above the text: reply or internal note, the readers, what other features add, and the draft that came back. */
export const ComposerHead = ({ draft, goesTo, tools, onDiscard }: ComposerHeadProps) => {
  const t = usePortalTexts();
  const { openModal } = useModal();
  const { internal, setInternal, restoredAt } = draft;
  return (
    <fieldset className="portal-composer__kinds">
      <legend className="portal-hidden">{t('tickets:page:answer:kinds')}</legend>
      {kinds.map(({ name, value }) => (
        <label key={name}>
          <input
            type="radio"
            name="portal-composer-kind"
            checked={internal === value}
            onChange={() => setInternal(value)}
          />
          {t(`tickets:page:answer:kind:${name}`)}
        </label>
      ))}
      {internal ? <span className="portal-muted">{t('tickets:page:answer:isInternal')}</span> : goesTo}
      {tools}
      {restoredAt && (
        <span className="portal-composer__draft" role="status">
          {withElements(t('tickets:page:answer:draftIsBack'), {
            time: <RelativeTime moment={restoredAt} now={new Date()} />,
          })}{' '}
          <button type="button" className="portal-link-button" onClick={() => openModal(discardSlug)}>
            {t('tickets:page:answer:discardDraft')}
          </button>
          <DiscardQuestion slug={discardSlug} onDiscard={onDiscard} />
        </span>
      )}
    </fieldset>
  );
};

interface ComposerFooterProps {
  readonly status: Status;
  /** The states that the ticket can get with the reply or the note. */
  readonly states: readonly Status[];
  /** The chosen one; empty for none. */
  readonly next: Status | '';
  readonly internal: boolean;
  readonly isBusy: boolean;
  /** True while nothing can be sent. */
  readonly isClosed: boolean;
  readonly goesOn: GoesOn;
  onNext(status: Status | ''): void;
  /** @param status the ticket's new status; null leaves it */
  onSend(status: Status | null): void;
}

/** The end of the composer: the ticket's new status, the choice to open the next ticket, and the buttons that send. */
export const ComposerFooter = (props: ComposerFooterProps) => {
  const { status, states, next, internal, isBusy, isClosed, goesOn, onNext, onSend } = props;
  const t = usePortalTexts();
  return (
    <footer>
      <label>
        {t('tickets:page:answer:thenItIs')}
        <select value={next} onChange={(event) => onNext(event.target.value as Status | '')}>
          <option value="">
            {t('tickets:page:answer:still', { status: t(`tickets:status:${status}`) })}
          </option>
          {states.map((state) => (
            <option key={state} value={state}>
              {t(`tickets:status:${state}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input type="checkbox" checked={goesOn.is} onChange={(event) => goesOn.set(event.target.checked)} />
        {t('tickets:page:answer:nextOpens')}
      </label>
      <span className="portal-muted portal-composer__hint">{t('tickets:page:answer:keys')}</span>
      {!internal && next === '' && states.includes('resolved') && (
        <Button margin={false} buttonStyle="secondary" disabled={isClosed} onClick={() => onSend('resolved')}>
          {t('tickets:page:answer:sendAndResolve')}
        </Button>
      )}
      <Button margin={false} disabled={isClosed} onClick={() => onSend(next === '' ? null : next)}>
        {t(`tickets:page:answer:${isBusy ? 'sending' : internal ? 'addNote' : 'sendReply'}`)}
      </Button>
    </footer>
  );
};

interface ComposerFilesProps {
  readonly files: readonly DraftFile[];
  readonly state: ComposerFilesState;
  readonly isDisabled: boolean;
  /** Called after files were chosen or not, or one was removed: the writer goes on. */
  onDone(): void;
}

/** Part of the composer: its files, each with a button that removes it, and the button that adds more. */
export const ComposerFiles = ({ files, state, isDisabled, onDone }: ComposerFilesProps) => {
  const t = usePortalTexts();
  const { i18n } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const { uploads, problem, add, remove } = state;
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const { current } = input;
    const goOn = () => done.current();
    current?.addEventListener('cancel', goOn);
    return () => current?.removeEventListener('cancel', goOn);
  }, []);
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
          onDone();
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
              onClick={() => {
                void remove(file);
                onDone();
              }}
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
