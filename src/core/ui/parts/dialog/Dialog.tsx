'use client';

import { Button, Modal, useModal } from '@payloadcms/ui';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { isOfInputMethod } from '../../react/keys.ts';
import { useHeldBack } from '../../react/useHeldBack.ts';
import { usePortalTexts } from '../../react/usePortal.ts';
import { TypedContext } from '../../react/useTypedState.ts';
import { type PortalResult, type Reason, reasonOfRejection } from '../../requests/portalApi.ts';
import { ReasonSentence } from '../words/ReasonSentence.tsx';
import './Frame.css';

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

interface DialogButtonsProps {
  /** The label of the button that leaves the dialog; default: “Cancel”. */
  readonly cancel?: string;
  onCancel(): void;
  /** The button that acts. */
  readonly children?: ReactNode;
}

/** The buttons of a dialog: the first leaves it. */
export const DialogButtons = ({ cancel, onCancel, children }: DialogButtonsProps) => {
  const t = usePortalTexts();
  return (
    <div className="portal-dialog__buttons">
      <Button margin={false} buttonStyle="secondary" onClick={() => onCancel()}>
        {cancel ?? t('shared:cancel')}
      </Button>
      {children}
    </div>
  );
};

interface AskBeforeDiscardProps {
  /** The slug of the dialog or drawer around the content. */
  readonly slug: string;
  readonly children: ReactNode;
}

/**
 * Asks for confirmation before a dialog or drawer of the CMS with unsaved input closes, by Escape, by the close button outside its
 * content, or by the browser's “Back”, if the browser lets a page hold that. A button of the content, such as “Cancel”, closes it at once. Before the page is left, the browser asks.
 */
export const AskBeforeDiscard = ({ slug, children }: AskBeforeDiscardProps) => {
  const { openModal, closeModal, isModalOpen } = useModal();
  const content = useRef<HTMLDivElement>(null);
  const [isTyped, setIsTyped] = useState(false);
  const question = `${slug}-discard`;
  const isAsked = Boolean(isModalOpen(question));
  const noteTyped = useCallback(() => setIsTyped(true), []);

  useEffect(() => {
    // A search is not in a form.
    const note = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('form')) noteTyped();
    };
    content.current?.addEventListener('input', note);
  }, [noteTyped]);

  useEffect(() => {
    // The CMS would close the dialog by the key that gives up what an input method has begun.
    const keep = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && isOfInputMethod(event)) event.stopPropagation();
    };
    addEventListener('keydown', keep, true);
    return () => removeEventListener('keydown', keep, true);
  }, []);

  useEffect(() => {
    if (!isTyped) return;
    const ask = (event: BeforeUnloadEvent): void => {
      // A result may stand in the place of the form.
      if (content.current?.querySelector('form')) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isTyped]);

  useEffect(() => {
    if (!isTyped || isAsked) return;
    const hold = (event: Event): void => {
      if (!content.current?.querySelector('form') || !closes(event, content.current)) return;
      event.stopPropagation();
      openModal(question);
    };
    // The CMS listens at the document.
    addEventListener('keydown', hold, true);
    addEventListener('click', hold, true);
    return () => {
      removeEventListener('keydown', hold, true);
      removeEventListener('click', hold, true);
    };
  }, [isTyped, isAsked, openModal, question]);

  useHeldBack(isTyped, () => {
    if (!content.current?.querySelector('form')) return false;
    openModal(question);
    return true;
  });

  return (
    <div ref={content}>
      <TypedContext value={noteTyped}>{children}</TypedContext>
      <DiscardQuestion slug={question} onDiscard={() => closeModal(slug)} />
    </div>
  );
};

interface DiscardQuestionProps {
  readonly slug: string;
  onDiscard(): void;
}

/** Asks before typed words are thrown away. */
export const DiscardQuestion = ({ slug, onDiscard }: DiscardQuestionProps) => {
  const t = usePortalTexts();
  const { closeModal } = useModal();
  const discard = () => {
    closeModal(slug);
    onDiscard();
  };
  return (
    <Frame slug={slug} title={t('shared:discard:title')} isOnTop>
      <DialogButtons cancel={t('shared:discard:keep')} onCancel={() => closeModal(slug)}>
        <Button margin={false} className="portal-danger" onClick={discard}>
          {t('shared:discard:discard')}
        </Button>
      </DialogButtons>
    </Frame>
  );
};

/** True for an event that closes the dialog around a content. */
const closes = (event: Event, content: Element): boolean => {
  const dialog = content.closest('dialog');
  const { target } = event;
  if (!dialog || !(target instanceof Element)) return false;
  if (event instanceof KeyboardEvent)
    return (
      event.key === 'Escape' &&
      !isOfInputMethod(event) &&
      (target === document.body || dialog.contains(target))
    );
  return dialog.contains(target) && !content.contains(target) && target.closest('button') !== null;
};

interface FrameProps {
  readonly slug: string;
  readonly title: string;
  readonly children: ReactNode;
  /** True for a question about another dialog, over which it stands. */
  readonly isOnTop?: boolean;
}

/** A modal of the CMS with a title. Its content is mounted each time it opens, and takes the keys from then on. */
const Frame = (props: FrameProps) => {
  const { slug } = props;
  const { isModalOpen, closeModal } = useModal();
  // The CMS keeps the page covered whose open dialog is gone.
  useEffect(() => () => closeModal(slug), [slug, closeModal]);
  return isModalOpen(slug) ? <OpenFrame {...props} /> : null;
};

const OpenFrame = ({ slug, title, children, isOnTop = false }: FrameProps) => {
  const titleId = useId();
  const [opener] = useState(() => document.activeElement);
  const focusTrapOptions = useMemo(() => ({ setReturnFocus: () => returnFocus(opener) }), [opener]);
  return (
    <Modal
      slug={slug}
      closeOnBlur={false}
      className={`portal-dialog${isOnTop ? ' portal-dialog--on-top' : ''}`}
      aria-labelledby={titleId}
      focusTrapOptions={focusTrapOptions}
    >
      <div className="portal-dialog__box" ref={takeFocus}>
        <h1 id={titleId}>{title}</h1>
        {children}
      </div>
    </Modal>
  );
};

const focusable = ['a[href]', 'button', 'input', 'select', 'textarea'].join();

/** The CMS moves the focus some tasks later, and keys that were pressed meanwhile would act on the page. */
const takeFocus = (box: HTMLElement | null): void => {
  if (box?.contains(document.activeElement)) return;
  box?.querySelector<HTMLElement>(`:is(${focusable}):not(:disabled)`)?.focus();
};

/** The focus returns to the opener, unless it has moved to a result of the dialog, such as a secret shown once. */
const returnFocus = (opener: Element | null): HTMLElement | false =>
  document.activeElement === document.body && opener instanceof HTMLElement ? opener : false;
