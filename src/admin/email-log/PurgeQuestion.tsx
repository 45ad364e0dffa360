import { Button } from '@payloadcms/ui';
import { type FormEvent, useId, useState } from 'react';
import { isConfirmed, needsTyping, type PurgeChoice } from './purgeQuestion.ts';

interface PurgeQuestionProps {
  readonly choice: PurgeChoice;
  readonly count: number;
  onConfirm(): void;
  onBack(): void;
}

const numbers = new Intl.NumberFormat('en');

/** The last question: how many rows it is, and for many of them a proof that this was read. */
export const PurgeQuestion = ({ choice, count, onConfirm, onBack }: PurgeQuestionProps) => {
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
