'use client';

import { Button } from '@payloadcms/ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { DialogButtons } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { ErrorSentence, withElements } from '../../../core/ui/parts/words/words.tsx';
import { isOfInputMethod } from '../../../core/ui/react/keys.ts';
import { useNumbers, usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { useRefresh } from '../../../core/ui/react/useRefresh.ts';
import { callPortal, sentenceOf } from '../../../core/ui/requests/portalApi.ts';
import './emailLog.css';

interface EraseAddressProps {
  /** The address of a person; null asks for one. */
  readonly address: string | null;
  onClose?(): void;
}

type Step =
  | { readonly step: 'choosing'; readonly problem: string | null }
  | { readonly step: 'asking'; readonly count: number }
  | { readonly step: 'done'; readonly count: number };

/** Takes an address out of the email log: counts its rows first, and asks for confirmation. */
export const EraseAddress = ({ address: given, onClose }: EraseAddressProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const refresh = useRefresh();
  const numbers = useNumbers();
  const [address, setAddress] = useState(given ?? '');
  const [step, setStep] = useState<Step>({ step: 'choosing', problem: null });
  const [isBusy, setIsBusy] = useState(false);

  const ask = async (isDry: boolean): Promise<void> => {
    setIsBusy(true);
    const body = { address, ...(isDry && { dry_run: true }) };
    const request = { method: 'POST', path: '/email-log/erase', body, isRepeatable: true } as const;
    const result = await callPortal<{ erased: number }>(portalRoute, request);
    setIsBusy(false);
    if (!result.ok) return setStep({ step: 'choosing', problem: sentenceOf(result, t) });
    setStep({ step: isDry ? 'asking' : 'done', count: result.output.erased });
    if (!isDry) refresh();
  };

  if (step.step === 'done')
    return (
      <>
        <p role="status">
          {t('emailLog:erase:done', { count: step.count, number: numbers.format(step.count) })}
        </p>
        {onClose && (
          <div className="portal-dialog__buttons">
            <Button margin={false} onClick={onClose}>
              {t('emailLog:action:close')}
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
            {t('emailLog:action:cancel')}
          </Button>
        )}
        <Button
          margin={false}
          buttonStyle={given === null ? 'primary' : 'secondary'}
          disabled={isBusy}
          onClick={() => void ask(true)}
        >
          {t(isBusy ? 'emailLog:action:counting' : 'emailLog:erase:ask')}
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
  const t = usePortalTexts();
  const id = useId();
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isOfInputMethod(event)) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <label className="portal-dialog__day" htmlFor={id}>
      {t('emailLog:erase:address')}
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

const EraseQuestion = ({ address, count, isBusy, onConfirm, onBack }: EraseQuestionProps) => {
  const t = usePortalTexts();
  const numbers = useNumbers();
  return (
    <div>
      <p role="status">
        {withElements(t('emailLog:erase:question', { count, number: numbers.format(count) }), {
          address: <strong>{address}</strong>,
        })}
      </p>
      <DialogButtons cancel={t('emailLog:action:cancel')} onCancel={onBack}>
        <Button margin={false} className="portal-danger" disabled={isBusy} onClick={onConfirm}>
          {t(isBusy ? 'emailLog:erase:erasing' : 'emailLog:erase:confirm')}
        </Button>
      </DialogButtons>
    </div>
  );
};
