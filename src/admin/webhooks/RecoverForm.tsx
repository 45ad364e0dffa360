import { Button, toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { type FormEvent, useState } from 'react';
import { ErrorSentence } from '../shared/ErrorSentence.tsx';
import { callPortal } from '../shared/portalApi.ts';
import { sentenceOf } from '../shared/problems.ts';
import { usePortalRoute } from '../shared/usePortalRoute.ts';

interface RecoverFormProps {
  readonly id: string;
  onClose(): void;
}

const periods = [
  { label: 'the last hour', hours: 1 },
  { label: 'the last 24 hours', hours: 24 },
  { label: 'the last 7 days', hours: 7 * 24 },
  { label: 'the last 30 days, which is all that is kept', hours: 31 * 24 },
] as const;

/** Sends all again that failed of late, such as while the receiver was down. */
export const RecoverForm = ({ id, onClose }: RecoverFormProps) => {
  const router = useRouter();
  const portalRoute = usePortalRoute();
  const [hours, setHours] = useState<number>(24);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    const since = new Date(Date.now() - hours * 60 * 60 * 1000).toISOString();
    const answer = await callPortal<{ count: number }>(portalRoute, {
      method: 'POST',
      path: `/webhooks/${id}/recover`,
      body: { since },
    });
    setIsBusy(false);
    if (!answer.ok) return setProblem(sentenceOf(answer));
    toast.success(`${answer.output.count} ${answer.output.count === 1 ? 'is' : 'are'} sent again.`);
    onClose();
    router.refresh();
  };

  return (
    <form className="portal-form" onSubmit={submit}>
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
      <label>
        What failed in
        <select value={hours} onChange={(event) => setHours(Number(event.target.value))}>
          {periods.map((period) => (
            <option key={period.hours} value={period.hours}>
              {period.label}
            </option>
          ))}
        </select>
      </label>
      <div className="portal-dialog__buttons">
        <Button margin={false} buttonStyle="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button margin={false} type="submit" disabled={isBusy}>
          {isBusy ? 'Sending …' : 'Send them again'}
        </Button>
      </div>
    </form>
  );
};
