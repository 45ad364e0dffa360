'use client';

import { Button } from '@payloadcms/ui';
import { usePortalTexts } from '../../../../core/ui/react/usePortal.ts';

interface SeeAsClientProps {
  /** The page that shows the ticket as its requester sees it. */
  readonly address: string;
}

/** Opens the client's page of the ticket in another tab. A form of its own does it, because the look is recorded. */
export const SeeAsClient = ({ address }: SeeAsClientProps) => {
  const t = usePortalTexts();
  const open = () => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: address, target: '_blank' });
    document.body.append(form);
    form.submit();
    form.remove();
  };
  return (
    <Button size="small" margin={false} buttonStyle="secondary" onClick={open}>
      {t('tickets:page:actions:seeAsClient')}
    </Button>
  );
};
