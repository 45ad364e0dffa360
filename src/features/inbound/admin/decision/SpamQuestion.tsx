import { Question } from '../../../../core/ui/parts/dialog/Dialog.tsx';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';
import type { PortalResult } from '../../../../core/ui/requests/portalApi.ts';
import { keptDays } from '../../vocabulary.ts';
import { type DecidedMail, sendersOf } from './sendersOf.ts';

interface SpamQuestionProps {
  readonly slug: string;
  readonly mails: readonly DecidedMail[];
  act(): Promise<PortalResult<unknown>>;
  onDone(): void;
}

/** Asks before messages are marked as spam. */
export const SpamQuestion = ({ mails, ...rest }: SpamQuestionProps) => {
  const t = usePortalTexts();
  return (
    <Question
      title={t('inbound:spam:title', { count: mails.length })}
      label={t('inbound:spam:confirm', { count: mails.length })}
      busyLabel={t('inbound:spam:busy')}
      {...rest}
    >
      {sendersOf(mails, t)} {t('inbound:spam:warning', { count: mails.length, days: keptDays })}
    </Question>
  );
};
