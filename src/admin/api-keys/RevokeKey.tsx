import { Button, toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { Question } from '../shared/Dialog.tsx';
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
      <Question
        slug={modalSlug}
        title={`Revoke “${name}”?`}
        label="Revoke the key"
        busyLabel="Revoking …"
        act={() => callPortal(portalRoute, { method: 'DELETE', path: `/api-keys/${id}` })}
        onDone={() => {
          toast.success(`“${name}” is revoked.`);
          router.refresh();
        }}
      >
        Requests with {prefix}… are refused from now on. Programs that still use it stop working. This cannot
        be undone.
      </Question>
    </>
  );
};
