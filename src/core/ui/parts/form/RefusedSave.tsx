'use client';

import {
  useConfig,
  useForm,
  useFormModified,
  useFormProcessing,
  useFormSubmitted,
  useModal,
} from '@payloadcms/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { useHeldBack } from '../../react/useHeldBack.ts';
import { mayUseAdmin } from '../../requests/cmsApi.ts';
import { loggedOut } from '../../requests/portalApi.ts';
import { DiscardQuestion } from '../dialog/Dialog.tsx';
import { ReasonSentence } from '../words/ReasonSentence.tsx';

/**
 * In the bar of each form: after a save that the server refused, the CMS would show the refused values as saved, with a button
 * that cannot be pressed. The form stays changed, so that it can be saved again; if the session has ended, the login is offered. A
 * changed form also asks at “Back”, where the CMS asks at links alone.
 */
export const RefusedSave = () => {
  const isSubmitted = useFormSubmitted();
  const isModified = useFormModified();
  const isProcessing = useFormProcessing();
  const { setModified } = useForm();
  const { config } = useConfig();
  const [isLoggedOut, setIsLoggedOut] = useState(false);
  // A save that succeeds leaves the form as one that was not submitted.
  const isRefused = isSubmitted && !isModified && !isProcessing;
  const apiRoute = config.routes.api;
  useEffect(() => {
    if (!isRefused) return;
    setModified(true);
    mayUseAdmin(apiRoute).then(
      (may) => setIsLoggedOut(!may),
      // The server cannot be reached: the CMS has said so.
      () => {},
    );
  }, [isRefused, setModified, apiRoute]);
  return (
    <>
      {isSubmitted && isLoggedOut && !isProcessing && <ReasonSentence reason={loggedOut} />}
      <BackQuestion isModified={isModified} />
    </>
  );
};

/** Asks before “Back” discards the changes of the form. */
const BackQuestion = ({ isModified }: { readonly isModified: boolean }) => {
  const { openModal } = useModal();
  // A drawer may hold another form.
  const question = `portal-leave-${useId()}`;
  const leave = useRef<() => void>(undefined);
  useHeldBack(isModified, (go) => {
    leave.current = go;
    openModal(question);
    return true;
  });
  return <DiscardQuestion slug={question} onDiscard={() => leave.current?.()} />;
};
