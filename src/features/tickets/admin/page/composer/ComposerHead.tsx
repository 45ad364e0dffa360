import type { ReactNode } from 'react';
import type { CmsResult } from '../../../../../core/ui/cmsApi.ts';
import { RelativeTime } from '../../../../../core/ui/parts/RelativeTime.tsx';
import { withElements } from '../../../../../core/ui/parts/withElements.tsx';
import { usePortalTexts } from '../../../../../core/ui/usePortalTexts.ts';
import { SavedReplyPicker } from '../../../../saved-replies/ui.ts';
import type { useDraft } from './useDraft.ts';

interface ComposerHeadProps {
  readonly draft: Pick<ReturnType<typeof useDraft>, 'internal' | 'setInternal' | 'restoredAt'>;
  readonly isBusy: boolean;
  /** The recipients of a reply, in words. */
  readonly goesTo: ReactNode;
  /** The ticket's organization. */
  readonly organization: unknown;
  onPick(text: Promise<CmsResult<string>>): void;
  onDiscard(): void;
}

const kinds = [
  { name: 'reply', value: false },
  { name: 'note', value: true },
] as const;

/** The line above the text: reply or internal note, the readers, the saved replies, and the draft that came back. */
export const ComposerHead = ({
  draft,
  isBusy,
  goesTo,
  organization,
  onPick,
  onDiscard,
}: ComposerHeadProps) => {
  const t = usePortalTexts();
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
      <SavedReplyPicker {...{ organization, onPick }} isDisabled={isBusy} />
      {restoredAt && (
        <span className="portal-composer__draft" role="status">
          {withElements(t('tickets:page:answer:draftIsBack'), {
            time: <RelativeTime moment={restoredAt} now={new Date()} />,
          })}{' '}
          <button type="button" className="portal-link-button" onClick={onDiscard}>
            {t('tickets:page:answer:discardDraft')}
          </button>
        </span>
      )}
    </fieldset>
  );
};
