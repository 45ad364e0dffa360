import { Button, toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { Question } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal } from '../../../core/ui/requests/portalApi.ts';

interface RevokeKeyProps {
  readonly id: number | string;
  readonly name: string;
  readonly prefix: string;
}

/** Revokes a key, after one more question: it cannot be undone. */
export const RevokeKey = ({ id, name, prefix }: RevokeKeyProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const { openModal } = useModal();
  const router = useRouter();
  const modalSlug = `portal-revoke-api-key-${id}`;

  return (
    <>
      <Button
        buttonStyle="secondary"
        size="small"
        margin={false}
        aria-label={t('apiKeys:revoke:named', { name })}
        onClick={() => openModal(modalSlug)}
      >
        {t('apiKeys:revoke:action')}
      </Button>
      <Question
        slug={modalSlug}
        title={t('apiKeys:revoke:title', { name })}
        label={t('apiKeys:revoke:confirm')}
        busyLabel={t('apiKeys:revoke:busy')}
        act={() => callPortal(portalRoute, { method: 'DELETE', path: `/api-keys/${id}` })}
        onDone={() => {
          toast.success(t('apiKeys:revoke:done', { name }));
          router.refresh();
        }}
      >
        {t('apiKeys:revoke:warning', { prefix })}
      </Question>
    </>
  );
};
