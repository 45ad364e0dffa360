'use client';

import { Button, useModal } from '@payloadcms/ui';
import { type ReactNode, useState } from 'react';
import { type PortalResult, reasonOfRejection } from '../../requests/portalApi.ts';
import type { Reason } from '../../requests/reason.ts';
import { ReasonSentence } from '../words/ReasonSentence.tsx';
import { AskBeforeDiscard } from './AskBeforeDiscard.tsx';
import { DialogButtons } from './DialogButtons.tsx';
import { Frame } from './Frame.tsx';

interface DialogProps {
  readonly slug: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** A dialog of the CMS, which asks before it closes with typed words. Its content is mounted each time it opens. */
export const Dialog = ({ slug, title, children }: DialogProps) => (
  <Frame slug={slug} title={title}>
    <AskBeforeDiscard slug={slug}>{children}</AskBeforeDiscard>
  </Frame>
);

interface QuestionProps<Output> {
  readonly slug: string;
  readonly title: string;
  /** A sentence about the act, and whether it can be undone. */
  readonly children: ReactNode;
  readonly label: string;
  readonly busyLabel: string;
  /** Does it, once it is confirmed. */
  act(): Promise<PortalResult<Output>>;
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
  const { closeModal } = useModal();
  const [problem, setProblem] = useState<Reason | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const confirm = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const result = await act();
    setIsBusy(false);
    if (!result.ok) return setProblem(reasonOfRejection(result));
    closeModal(slug);
    onDone(result.output);
  };

  return (
    <>
      <p>{children}</p>
      {problem && <ReasonSentence reason={problem} />}
      <DialogButtons onCancel={() => closeModal(slug)}>
        <Button margin={false} className="portal-danger" disabled={isBusy} onClick={() => void confirm()}>
          {isBusy ? busyLabel : label}
        </Button>
      </DialogButtons>
    </>
  );
};
