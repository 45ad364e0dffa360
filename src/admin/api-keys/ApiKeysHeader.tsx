import { Button, Drawer, Link, useAuth, useConfig, useDocumentInfo, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { formatAdminURL } from 'payload/shared';
import { useState } from 'react';
import { SecretShownOnce } from '../shared/SecretShownOnce.tsx';
import { KeyForm, type MadeKey } from './KeyForm.tsx';
import './apiKeys.css';

interface ApiKeysHeaderProps {
  readonly usersSlug: string;
  readonly organizationsSlug: string;
}

const drawerSlug = 'portal-new-api-key';

/** Above the list of keys: creates a key and shows it once. */
export const ApiKeysHeader = ({ usersSlug, organizationsSlug }: ApiKeysHeaderProps) => {
  const { user } = useAuth();
  const { openModal, closeModal } = useModal();
  const router = useRouter();
  const { id } = useDocumentInfo();
  const [made, setMade] = useState<MadeKey | null>(null);

  const show = (key: MadeKey) => {
    closeModal(drawerSlug);
    setMade(key);
    router.refresh();
  };

  // The CMS shows a collection's description on each record's page, too.
  if (id !== undefined) return null;
  return (
    <div className="portal-keys">
      <p>Programs use the API by a key, with the rights of its owner. Revoke keys that are no longer used.</p>
      {made ? (
        <SecretShownOnce
          title={`Your new key “${made.name}”`}
          label="The new key"
          kind="key"
          secret={made.key}
          advice="Copy it now and keep it where only your program finds it. It is not stored here."
          onDone={() => setMade(null)}
        />
      ) : (
        <Button margin={false} size="medium" icon="plus" onClick={() => openModal(drawerSlug)}>
          New API key
        </Button>
      )}
      <Drawer slug={drawerSlug} title="New API key">
        <KeyForm
          usersSlug={usersSlug}
          organizationsSlug={organizationsSlug}
          selfId={user?.collection === usersSlug ? user.id : undefined}
          onMade={show}
        />
      </Drawer>
    </div>
  );
};

/** In Settings: the link to the list of API keys. */
export const ApiKeysLink = ({ apiKeysSlug }: { apiKeysSlug: string }) => {
  const { config } = useConfig();
  const { admin: adminRoute } = config.routes;
  return (
    <p className="field-type">
      <Link href={formatAdminURL({ adminRoute, path: `/collections/${apiKeysSlug}` })}>
        API keys: make, list and revoke
      </Link>
    </p>
  );
};
