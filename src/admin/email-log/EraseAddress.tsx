'use client';

import { Button } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { type KeyboardEvent, useId, useState } from 'react';
import { ErrorSentence } from '../shared/Messages.tsx';
import { callPortal, sentenceOf } from '../shared/portalApi.ts';

interface EraseAddressProps {
  readonly portalRoute: string;
  /** The address of a person; null asks for one. */
  readonly address: string | null;
  onClose?(): void;
}

type Step =
  | { readonly step: 'choosing'; readonly problem: string | null }
  | { readonly step: 'asking'; readonly count: number }
  | { readonly step: 'done'; readonly count: number };

const numbers = new Intl.NumberFormat('en');

const rowsOf = (count: number): string => `${numbers.format(count)} ${count === 1 ? 'row' : 'rows'}`;

/** Takes an address out of the email log: counts its rows first, and asks for confirmation. */
export const EraseAddress = ({ portalRoute, address: given, onClose }: EraseAddressProps) => {
  const router = useRouter();
  const [address, setAddress] = useState(given ?? '');
  const [step, setStep] = useState<Step>({ step: 'choosing', problem: null });
  const [isBusy, setIsBusy] = useState(false);

  const ask = async (isDry: boolean): Promise<void> => {
    setIsBusy(true);
    const body = { address, ...(isDry && { dry_run: true }) };
    const path = '/email-log/erase';
    const answer = await callPortal<{ erased: number }>(portalRoute, { method: 'POST', path, body });
    setIsBusy(false);
    if (!answer.ok) return setStep({ step: 'choosing', problem: sentenceOf(answer) });
    setStep({ step: isDry ? 'asking' : 'done', count: answer.output.erased });
    if (!isDry) router.refresh();
  };

  if (step.step === 'done')
    return (
      <>
        <p role="status">The address was erased in {rowsOf(step.count)}. The erasure is on record.</p>
        {onClose && (
          <div className="portal-dialog__buttons">
            <Button margin={false} onClick={onClose}>
              Close
            </Button>
          </div>
        )}
      </>
    );
  if (step.step === 'asking')
    return (
      <EraseQuestion
        address={address}
        count={step.count}
        isBusy={isBusy}
        onConfirm={() => void ask(false)}
        onBack={onClose ?? (() => setStep({ step: 'choosing', problem: null }))}
      />
    );
  // No form: a person's page is one already.
  return (
    <div>
      {given === null && (
        <AddressInput address={address} onChange={setAddress} onEnter={() => void ask(true)} />
      )}
      {step.problem && <ErrorSentence>{step.problem}</ErrorSentence>}
      <div className="portal-dialog__buttons">
        {onClose && (
          <Button margin={false} buttonStyle="secondary" onClick={onClose}>
            Cancel
          </Button>
        )}
        <Button
          margin={false}
          buttonStyle={given === null ? 'primary' : 'secondary'}
          disabled={isBusy}
          onClick={() => void ask(true)}
        >
          {isBusy ? 'Counting …' : 'Erase from the email log …'}
        </Button>
      </div>
    </div>
  );
};

interface AddressInputProps {
  readonly address: string;
  onChange(address: string): void;
  onEnter(): void;
}

const AddressInput = ({ address, onChange, onEnter }: AddressInputProps) => {
  const id = useId();
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  };
  return (
    <label className="portal-dialog__day" htmlFor={id}>
      Address
      <input
        id={id}
        type="email"
        autoComplete="off"
        value={address}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={enter}
      />
    </label>
  );
};

interface EraseQuestionProps {
  readonly address: string;
  readonly count: number;
  readonly isBusy: boolean;
  onConfirm(): void;
  onBack(): void;
}

const EraseQuestion = ({ address, count, isBusy, onConfirm, onBack }: EraseQuestionProps) => (
  <div>
    <p role="status">
      <strong>{address}</strong> is a recipient in {rowsOf(count)}. The rows stay, with “[erased]” in its
      place, and without the subject if no one else got the mail. This cannot be undone.
    </p>
    <div className="portal-dialog__buttons">
      <Button margin={false} buttonStyle="secondary" onClick={onBack}>
        Cancel
      </Button>
      <Button margin={false} className="portal-danger" disabled={isBusy} onClick={onConfirm}>
        {isBusy ? 'Erasing …' : 'Erase the address'}
      </Button>
    </div>
  </div>
);
