'use client';

import { Button } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { type FormEvent, useId, useState } from 'react';
import { ErrorSentence } from '../shared/Messages.tsx';
import { isConfirmed, needsTyping, type PurgeChoice, usePurge } from './usePurge.ts';

interface PurgeFormProps {
  readonly portalRoute: string;
  readonly apiRoute: string;
  readonly purgesSlug: string;
  onClose(): void;
}

const numbers = new Intl.NumberFormat('en');

/** Asks what to delete, counts it, asks for confirmation, deletes, and reports the result. */
export const PurgeForm = ({ portalRoute, apiRoute, purgesSlug, onClose }: PurgeFormProps) => {
  const router = useRouter();
  const { step, count, purge, reset, refuse } = usePurge({ portalRoute, apiRoute, purgesSlug });
  const [isAll, setIsAll] = useState(false);
  const [before, setBefore] = useState('');

  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (isAll || before !== '') void count(isAll ? { all: true } : { before });
    else refuse('Choose the first day that stays.');
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
          Deleting: {numbers.format(deleted)} of {numbers.format(total)} rows are gone.
        </p>
        <progress aria-label="Rows deleted" value={deleted} max={Math.max(total, 1)} />
      </div>
    );
  }
  if (step.step === 'done' || step.step === 'failed') {
    return (
      <>
        {step.step === 'done' ? (
          <p role="status">{numbers.format(step.deleted)} rows were deleted. The purge is on record.</p>
        ) : (
          <ErrorSentence>{step.message}</ErrorSentence>
        )}
        <div className="portal-dialog__buttons">
          <Button margin={false} onClick={close}>
            Close
          </Button>
        </div>
      </>
    );
  }
  return (
    <form onSubmit={ask} noValidate>
      <p>Rows are deleted for good. Mails themselves are not touched.</p>
      {step.problem && <ErrorSentence>{step.problem}</ErrorSentence>}
      <fieldset className="portal-dialog__choice">
        <legend className="portal-hidden">What is deleted</legend>
        <label>
          <input type="radio" name="what" checked={!isAll} onChange={() => setIsAll(false)} />
          What is older than a day
        </label>
        {!isAll && (
          <label className="portal-dialog__day">
            First day that stays (UTC)
            <input type="date" value={before} onChange={(event) => setBefore(event.target.value)} />
          </label>
        )}
        <label>
          <input type="radio" name="what" checked={isAll} onChange={() => setIsAll(true)} />
          The whole log
        </label>
      </fieldset>
      <div className="portal-dialog__buttons">
        <Button margin={false} buttonStyle="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button margin={false} type="submit" disabled={step.isCounting}>
          {step.isCounting ? 'Counting …' : 'Count the rows'}
        </Button>
      </div>
    </form>
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
  const what = 'all' in choice ? 'all there are' : `older than ${choice.before}`;
  const rows = `${numbers.format(count)} ${count === 1 ? 'row' : 'rows'}`;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed(count, typed)) onConfirm();
  };

  if (count === 0) {
    return (
      <>
        <p role="status">There is nothing to delete: no row is {what}.</p>
        <div className="portal-dialog__buttons">
          <Button margin={false} onClick={onBack}>
            Back
          </Button>
        </div>
      </>
    );
  }
  return (
    <form onSubmit={submit}>
      <p role="status">
        <strong>{rows}</strong> would be deleted: {what}. This cannot be undone.
      </p>
      {needsTyping(count) && (
        <label className="portal-dialog__day" htmlFor={labelId}>
          Type {count} to go on
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
      <div className="portal-dialog__buttons">
        <Button margin={false} buttonStyle="secondary" onClick={onBack}>
          Back
        </Button>
        <Button margin={false} type="submit" className="portal-danger" disabled={!isConfirmed(count, typed)}>
          Delete {rows}
        </Button>
      </div>
    </form>
  );
};
