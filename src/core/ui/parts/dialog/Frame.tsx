'use client';

import { Modal, useModal } from '@payloadcms/ui';
import { type ReactNode, useEffect, useId } from 'react';
import './Frame.css';

interface FrameProps {
  readonly slug: string;
  readonly title: string;
  readonly children: ReactNode;
  /** True for a question about another dialog, over which it stands. */
  readonly isOnTop?: boolean;
}

/** The focus returns to the opener, unless it has moved to a result of the dialog, such as a secret shown once. */
const focusTrapOptions = {
  setReturnFocus: (opener: HTMLElement | SVGElement) =>
    document.activeElement === document.body ? opener : (false as const),
};

/** A modal of the CMS with a title. Its content is mounted each time it opens. */
export const Frame = ({ slug, title, children, isOnTop = false }: FrameProps) => {
  const { isModalOpen, closeModal } = useModal();
  const titleId = useId();
  // The CMS keeps the page covered whose open dialog is gone.
  useEffect(() => () => closeModal(slug), [slug, closeModal]);
  if (!isModalOpen(slug)) return null;
  return (
    <Modal
      slug={slug}
      closeOnBlur={false}
      className={`portal-dialog${isOnTop ? ' portal-dialog--on-top' : ''}`}
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
