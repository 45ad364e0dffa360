'use client';

import { Modal, useModal } from '@payloadcms/ui';
import { type ReactNode, useId } from 'react';

interface DialogProps {
  readonly slug: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** The focus goes back to what opened a dialog, but not away from what it brought about, such as a secret shown once. */
const focusTrapOptions = {
  setReturnFocus: (opener: HTMLElement | SVGElement) =>
    document.activeElement === document.body ? opener : (false as const),
};

/** A dialog of the CMS with more in it than a question; its content is new each time that it opens. */
export const Dialog = ({ slug, title, children }: DialogProps) => {
  const { isModalOpen } = useModal();
  const titleId = useId();
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
