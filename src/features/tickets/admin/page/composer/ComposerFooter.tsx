import { Button } from '@payloadcms/ui';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import type { Status } from '../../../vocabulary.ts';
import type { GoesOn } from './useGoesOn.ts';

interface ComposerFooterProps {
  readonly status: Status;
  /** The states that the ticket can get with the reply or the note. */
  readonly states: readonly Status[];
  /** The chosen one; empty for none. */
  readonly next: Status | '';
  readonly internal: boolean;
  readonly isBusy: boolean;
  readonly goesOn: GoesOn;
  onNext(status: Status | ''): void;
  /** @param status the ticket's new status; null leaves it */
  onSend(status: Status | null): void;
}

/** The end of the composer: the ticket's new status, the choice to open the next ticket, and the buttons that send. */
export const ComposerFooter = (props: ComposerFooterProps) => {
  const { status, states, next, internal, isBusy, goesOn, onNext, onSend } = props;
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
        <Button margin={false} buttonStyle="secondary" disabled={isBusy} onClick={() => onSend('resolved')}>
          {t('tickets:page:answer:sendAndResolve')}
        </Button>
      )}
      <Button margin={false} disabled={isBusy} onClick={() => onSend(next === '' ? null : next)}>
        {t(`tickets:page:answer:${isBusy ? 'sending' : internal ? 'addNote' : 'sendReply'}`)}
      </Button>
    </footer>
  );
};
