import { Button, ConfirmationModal, toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { callPortal } from '../shared/portalApi.ts';
import { usePortalRoute } from '../shared/usePortalRoute.ts';

interface RevokeKeyProps {
  readonly id: number | string;
  readonly name: string;
  readonly prefix: string;
}

/** Revokes a key, after one more question: it cannot be undone. */
export const RevokeKey = ({ id, name, prefix }: RevokeKeyProps) => {
  const portalRoute = usePortalRoute();
  const { openModal } = useModal();
  const router = useRouter();
  const modalSlug = `portal-revoke-api-key-${id}`;

  const revoke = async () => {
    const answer = await callPortal(portalRoute, { method: 'DELETE', path: `/api-keys/${id}` });
    if (!answer.ok) {
      toast.error(answer.message);
      return;
    }
    toast.success(`“${name}” is revoked.`);
    router.refresh();
  };

  return (
    <>
      <Button
        buttonStyle="secondary"
        size="small"
        margin={false}
        aria-label={`Revoke “${name}”`}
        onClick={() => openModal(modalSlug)}
      >
        Revoke
      </Button>
      <ConfirmationModal
        modalSlug={modalSlug}
        heading={`Revoke “${name}”?`}
        body={`Requests with ${prefix}… are refused from now on. Programs that still use it stop working. This cannot be undone.`}
        confirmLabel="Revoke the key"
        confirmingLabel="Revoking …"
        cancelLabel="Keep it"
        onConfirm={revoke}
      />
    </>
  );
};
