'use client';

import { Button, useModal } from '@payloadcms/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { usePortalTexts } from '../../react/usePortalTexts.ts';
import { DialogButtons } from './DialogButtons.tsx';
import { Frame } from './Frame.tsx';

interface AskBeforeDiscardProps {
  /** The slug of the dialog or drawer around the content. */
  readonly slug: string;
  readonly children: ReactNode;
}

/**
 * Asks before a dialog or a drawer of the CMS closes that holds words typed into a form: by Escape, or by a button of its own,
 * outside of the content. A button of the content, such as “Cancel”, closes it at once.
 */
export const AskBeforeDiscard = ({ slug, children }: AskBeforeDiscardProps) => {
  const t = usePortalTexts();
  const { openModal, closeModal, isModalOpen } = useModal();
  const content = useRef<HTMLDivElement>(null);
  const [isTyped, setIsTyped] = useState(false);
  const question = `${slug}-discard`;
  const isAsked = Boolean(isModalOpen(question));

  useEffect(() => {
    // A search is not in a form.
    const note = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('form')) setIsTyped(true);
    };
    content.current?.addEventListener('input', note);
    content.current?.addEventListener('drop', note);
  }, []);

  useEffect(() => {
    if (!isTyped || isAsked) return;
    const hold = (event: Event): void => {
      // A result may stand in the place of the form.
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

  const discard = () => {
    closeModal(question);
    closeModal(slug);
  };
  return (
    <div ref={content}>
      {children}
      <Frame slug={question} title={t('shared:discard:title')} isOnTop>
        <DialogButtons cancel={t('shared:discard:keep')} onCancel={() => closeModal(question)}>
          <Button margin={false} className="portal-danger" onClick={discard}>
            {t('shared:discard:discard')}
          </Button>
        </DialogButtons>
      </Frame>
    </div>
  );
};

/** True for an event that closes the dialog around a content. */
const closes = (event: Event, content: Element): boolean => {
  const dialog = content.closest('dialog');
  const { target } = event;
  if (!dialog || !(target instanceof Element)) return false;
  if (event instanceof KeyboardEvent)
    return event.key === 'Escape' && (target === document.body || dialog.contains(target));
  return dialog.contains(target) && !content.contains(target) && target.closest('button') !== null;
};
