'use client';

import { Button, useModal } from '@payloadcms/ui';
import { type ReactNode, useState } from 'react';
import { Dialog } from './Dialog.tsx';
import { ErrorSentence } from './ErrorSentence.tsx';
import type { PortalAnswer } from './portalApi.ts';
import { sentenceOf } from './problems.ts';

interface QuestionProps<Output> {
  readonly slug: string;
  readonly title: string;
  /** What is to happen, and whether it can be undone. */
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
    <Answer slug={slug} {...rest} />
  </Dialog>
);

const Answer = <Output,>(question: Omit<QuestionProps<Output>, 'title'>) => {
  const { slug, children, label, busyLabel, act, onDone } = question;
  const { closeModal } = useModal();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const confirm = async () => {
    if (isBusy) return;
    setIsBusy(true);
    const answer = await act();
    setIsBusy(false);
    if (!answer.ok) return setProblem(sentenceOf(answer));
    closeModal(slug);
    onDone(answer.output);
  };

  return (
    <>
      <p>{children}</p>
      {problem && <ErrorSentence>{problem}</ErrorSentence>}
      <div className="portal-dialog__buttons">
        <Button margin={false} buttonStyle="secondary" onClick={() => closeModal(slug)}>
          Cancel
        </Button>
        <Button margin={false} className="portal-danger" disabled={isBusy} onClick={() => void confirm()}>
          {isBusy ? busyLabel : label}
        </Button>
      </div>
    </>
  );
};
