'use client';

import { Button, useConfig } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useId, useState } from 'react';
import { DialogButtons } from '../../../../core/ui/parts/dialog/Dialog.tsx';
import { Form } from '../../../../core/ui/parts/form/FormParts.tsx';
import { ErrorSentence, withElements } from '../../../../core/ui/parts/words/words.tsx';
import { useNumbers, usePortalRoute, usePortalTexts, useSlugs } from '../../../../core/ui/react/usePortal.ts';
import { isConfirmed, needsTyping, type PurgeChoice, usePurge } from './usePurge.ts';
import '../../../../core/ui/parts/dialog/choice.css';
import '../emailLog.css';

interface PurgeFormProps {
  onClose(): void;
}

/** Asks what to delete, counts it, asks for confirmation, deletes, and reports the result. */
export const PurgeForm = ({ onClose }: PurgeFormProps) => {
  const t = usePortalTexts();
  const router = useRouter();
  const numbers = useNumbers();
  const { config } = useConfig();
  const portalRoute = usePortalRoute();
  const addresses = { portalRoute, apiRoute: config.routes.api, purgesSlug: useSlugs().emailLogPurges };
  const { step, count, purge, reset, refuse } = usePurge(addresses, t);
  const [isAll, setIsAll] = useState(false);
  const [before, setBefore] = useState('');

  const ask = () => {
    if (isAll || before !== '') void count(isAll ? { all: true } : { before });
    else refuse(t('emailLog:purge:noDay'));
  };
  const close = () => {
    onClose();
    router.refresh();
  };

  if (step.step === 'asking') {
    return <PurgeQuestion {...step} onConfirm={() => purge(step.choice, step.count)} onBack={reset} />;
  }
  if (step.step === 'deleting') {
    const { deleted, count: total } = step;
    return (
      <div aria-live="polite">
        <p>
          {t('emailLog:purge:deleting', {
            deleted: numbers.format(deleted),
            total: numbers.format(total),
          })}
        </p>
        <progress aria-label={t('emailLog:purge:progress')} value={deleted} max={Math.max(total, 1)} />
      </div>
    );
  }
  if (step.step === 'done' || step.step === 'failed') {
    return (
      <>
        {step.step === 'done' ? (
          <p role="status">
            {t('emailLog:purge:done', { count: step.deleted, number: numbers.format(step.deleted) })}
          </p>
        ) : (
          <ErrorSentence>{step.message}</ErrorSentence>
        )}
        <div className="portal-dialog__buttons">
          <Button margin={false} onClick={close}>
            {t('emailLog:action:close')}
          </Button>
        </div>
      </>
    );
  }
  return (
    <Form onSubmit={ask} noValidate>
      <p>{t('emailLog:purge:warning')}</p>
      {step.problem && <ErrorSentence>{step.problem}</ErrorSentence>}
      <fieldset className="portal-dialog__choice">
        <legend className="portal-hidden">{t('emailLog:purge:what')}</legend>
        <label>
          <input type="radio" name="what" checked={!isAll} onChange={() => setIsAll(false)} />
          {t('emailLog:purge:older')}
        </label>
        {!isAll && (
          <label className="portal-dialog__day">
            {t('emailLog:purge:firstDay')}
            <input type="date" value={before} onChange={(event) => setBefore(event.target.value)} />
          </label>
        )}
        <label>
          <input type="radio" name="what" checked={isAll} onChange={() => setIsAll(true)} />
          {t('emailLog:purge:all')}
        </label>
      </fieldset>
      <DialogButtons cancel={t('emailLog:action:cancel')} onCancel={onClose}>
        <Button margin={false} type="submit" disabled={step.isCounting}>
          {t(step.isCounting ? 'emailLog:action:counting' : 'emailLog:purge:count')}
        </Button>
      </DialogButtons>
    </Form>
  );
};

interface PurgeQuestionProps {
  readonly choice: PurgeChoice;
  readonly count: number;
  onConfirm(): void;
  onBack(): void;
}

/** Asks for confirmation with the number of rows. For many rows the number must be typed. */
const PurgeQuestion = ({ choice, count, onConfirm, onBack }: PurgeQuestionProps) => {
  const [typed, setTyped] = useState('');
  const labelId = useId();
  const t = usePortalTexts();
  const number = useNumbers().format(count);

  const submit = () => {
    if (isConfirmed(count, typed)) onConfirm();
  };

  if (count === 0) {
    return (
      <>
        <p role="status">
          {'all' in choice
            ? t('emailLog:purge:nothing')
            : t('emailLog:purge:nothingOlder', { before: choice.before })}
        </p>
        <div className="portal-dialog__buttons">
          <Button margin={false} onClick={onBack}>
            {t('emailLog:action:back')}
          </Button>
        </div>
      </>
    );
  }
  const question =
    'all' in choice
      ? t('emailLog:purge:question', { count })
      : t('emailLog:purge:questionOlder', { count, before: choice.before });
  return (
    <Form onSubmit={submit}>
      <p role="status">
        {withElements(question, { rows: <strong>{t('emailLog:purge:rows', { count, number })}</strong> })}
      </p>
      {needsTyping(count) && (
        <label className="portal-dialog__day" htmlFor={labelId}>
          {t('emailLog:purge:type', { number: count })}
          <input
            id={labelId}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      )}
      <DialogButtons cancel={t('emailLog:action:back')} onCancel={onBack}>
        <Button margin={false} type="submit" className="portal-danger" disabled={!isConfirmed(count, typed)}>
          {t('emailLog:purge:confirm', { count, number })}
        </Button>
      </DialogButtons>
    </Form>
  );
};
