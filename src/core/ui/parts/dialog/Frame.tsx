'use client';

import { Modal, useModal } from '@payloadcms/ui';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import './Frame.css';

interface FrameProps {
  readonly slug: string;
  readonly title: string;
  readonly children: ReactNode;
  /** True for a question about another dialog, over which it stands. */
  readonly isOnTop?: boolean;
}

/** A modal of the CMS with a title. Its content is mounted each time it opens, and takes the keys from then on. */
export const Frame = (props: FrameProps) => {
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
