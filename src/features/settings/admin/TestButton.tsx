'use client';

import { Button, useFormModified } from '@payloadcms/ui';
import { type ReactNode, useState } from 'react';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal, type PortalResult, reasonOfRejection } from '../../../core/ui/requests/portalApi.ts';

interface TestButtonProps<Output> {
  /** The operation that tests the stored settings, below `/portal/v1`. */
  readonly path: `/${string}`;
  readonly body?: object;
  readonly label: string;
  readonly busyLabel: string;
  /** The result in words. Screen readers announce it. */
  readonly children: (output: Output) => ReactNode;
  /** Runs after the response. */
  readonly onDone?: () => void;
}

/** Tests the stored settings, and shows the result below. Settings that are not saved yet cannot be tested. */
export const TestButton = <Output,>({
  path,
  body,
  label,
  busyLabel,
  children,
  onDone,
}: TestButtonProps<Output>) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const isModified = useFormModified();
  const [isBusy, setIsBusy] = useState(false);
  const [said, setSaid] = useState<PortalResult<Output> | null>(null);

  const test = async () => {
    setIsBusy(true);
    setSaid(null);
    const request = { method: 'POST', path, isRepeatable: true, ...(body && { body }) } as const;
    setSaid(await callPortal<Output>(portalRoute, request));
    setIsBusy(false);
    onDone?.();
  };

  return (
    <>
      {isModified && <p className="portal-muted">{t('settings:saveFirst')}</p>}
      <Button
        buttonStyle="secondary"
        size="medium"
        margin={false}
        disabled={isBusy || isModified}
        onClick={test}
      >
        {isBusy ? busyLabel : label}
      </Button>
      <div aria-live="polite">
        {said?.ok && children(said.output)}
        {said && !said.ok && <ReasonSentence reason={reasonOfRejection(said)} />}
      </div>
    </>
  );
};
