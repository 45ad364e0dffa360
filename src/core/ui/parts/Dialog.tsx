'use client';

import { Button, Modal, useModal } from '@payloadcms/ui';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { type PortalAnswer, reasonOfRejection } from '../portalApi.ts';
import type { Reason } from '../reason.ts';
import { ReasonSentence } from './ReasonSentence.tsx';
import './shared.css';
import { usePortalTexts } from '../usePortalTexts.ts';

interface DialogProps {
  readonly slug: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** The focus returns to the opener, unless it has moved to a result of the dialog, such as a secret shown once. */
const focusTrapOptions = {
  setReturnFocus: (opener: HTMLElement | SVGElement) =>
    document.activeElement === document.body ? opener : (false as const),
};

/** A dialog of the CMS. Its content is mounted each time it opens. */
export const Dialog = ({ slug, title, children }: DialogProps) => {
  const { isModalOpen, closeModal } = useModal();
  const titleId = useId();
  // The CMS keeps the page covered whose open dialog is gone.
  useEffect(() => () => closeModal(slug), [slug, closeModal]);
  if (!isModalOpen(slug)) return null;
  return (
    <Modal
      slug={slug}
      closeOnBlur={false}
      className="portal-dialog"
      aria-labelledby={titleId}
      focusTrapOptions={focusTrapOptions}
    >
      <div className="portal-dialog__box">
        <h1 id={titleId}>{title}</h1>
        {children}
      </div>
    </Modal>
  );
};

interface QuestionProps<Output> {
  readonly slug: string;
  readonly title: string;
  /** A sentence about the act, and whether it can be undone. */
  readonly children: ReactNode;
  readonly label: string;
  readonly busyLabel: string;
  /** Does it, once it is confirmed. */
  act(): Promise<PortalAnswer<Output>>;
  onDone(output: Output): void;
}

/**
 * Asks once more before something is done. The CMS's own question is read out by its slug, and closes when the server
 * refuses; this one has its title as its name, and stays with the server's sentence.
 */
export const Question = <Output,>({ slug, title, ...rest }: QuestionProps<Output>) => (
  <Dialog slug={slug} title={title}>
    <Confirmation slug={slug} {...rest} />
  </Dialog>
);

/** The body of a question, for a dialog that contains more than the question. */
export const Confirmation = <Output,>(question: Omit<QuestionProps<Output>, 'title'>) => {
  const { slug, children, label, busyLabel, act, onDone } = question;
  const t = usePortalTexts();
  const { closeModal } = useModal();
  const [problem, setProblem] = useState<Reason | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const confirm = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const answer = await act();
    setIsBusy(false);
    if (!answer.ok) return setProblem(reasonOfRejection(answer));
    closeModal(slug);
    onDone(answer.output);
  };

  return (
    <>
      <p>{children}</p>
      {problem && <ReasonSentence reason={problem} />}
      <div className="portal-dialog__buttons">
        <Button margin={false} buttonStyle="secondary" onClick={() => closeModal(slug)}>
          {t('shared:cancel')}
        </Button>
        <Button margin={false} className="portal-danger" disabled={isBusy} onClick={() => void confirm()}>
          {isBusy ? busyLabel : label}
        </Button>
      </div>
    </>
  );
};
