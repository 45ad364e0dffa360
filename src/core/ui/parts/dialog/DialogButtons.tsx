'use client';

import { Button } from '@payloadcms/ui';
import type { ReactNode } from 'react';
import { usePortalTexts } from '../../react/usePortalTexts.ts';

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
