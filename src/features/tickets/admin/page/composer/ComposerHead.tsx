import type { ReactNode } from 'react';
import { RelativeTime } from '../../../../../core/ui/parts/words/RelativeTime.tsx';
import { withElements } from '../../../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import type { useDraft } from '../draft/useDraft.ts';

interface ComposerHeadProps {
  readonly draft: Pick<ReturnType<typeof useDraft>, 'internal' | 'setInternal' | 'restoredAt'>;
  /** The recipients of a reply, in words. */
  readonly goesTo: ReactNode;
  /** The buttons that other features add. */
  readonly tools: ReactNode;
  onDiscard(): void;
}

const kinds = [
  { name: 'reply', value: false },
  { name: 'note', value: true },
] as const;

/** The line above the text: reply or internal note, the readers, what other features add, and the draft that came back. */
export const ComposerHead = ({ draft, goesTo, tools, onDiscard }: ComposerHeadProps) => {
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
      {tools}
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
