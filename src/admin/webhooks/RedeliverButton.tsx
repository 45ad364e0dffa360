'use client';

import { Button, toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { callPortal } from '../shared/portalApi.ts';
import { usePortalRoute } from '../shared/usePortalRoute.ts';

/** Sends one delivery again at once. */
export const RedeliverButton = ({ webhookId, deliveryId }: { webhookId: string; deliveryId: string }) => {
  const portalRoute = usePortalRoute();
  const router = useRouter();
  const redeliver = async () => {
    const path = `/webhooks/${webhookId}/deliveries/${deliveryId}/redeliver` as const;
    const answer = await callPortal(portalRoute, { method: 'POST', path });
    if (answer.ok) toast.success('It is sent again. Look again in a moment.');
    else toast.error(answer.message);
    router.refresh();
  };
  return (
    <div className="portal-webhook__actions">
      <Button margin={false} size="medium" onClick={() => void redeliver()}>
        Send it again
      </Button>
      <Button margin={false} size="medium" buttonStyle="secondary" onClick={() => router.refresh()}>
        Look again
      </Button>
    </div>
  );
};
