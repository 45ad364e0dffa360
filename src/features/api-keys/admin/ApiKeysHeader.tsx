import { Button, Drawer, useAuth, useDocumentInfo, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useState } from 'react';
import { AskBeforeDiscard } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { SecretShownOnce } from '../../../core/ui/parts/form/SecretShownOnce.tsx';
import { usePortalTexts, useSlugs } from '../../../core/ui/react/usePortal.ts';
import { KeyForm, type MadeKey } from './KeyForm.tsx';
import './apiKeys.css';

const drawerSlug = 'portal-new-api-key';

/** The form above the list of keys: it creates a key and shows it once. */
export const ApiKeysHeader = () => {
  const slugs = useSlugs();
  const t = usePortalTexts();
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
      <p>{t('apiKeys:lead')}</p>
      {made ? (
        <SecretShownOnce
          title={t('apiKeys:made:title', { name: made.name })}
          label={t('apiKeys:made:label')}
          kind="key"
          secret={made.key}
          advice={t('apiKeys:made:advice')}
          onDone={() => setMade(null)}
        />
      ) : (
        <Button margin={false} size="medium" icon="plus" onClick={() => openModal(drawerSlug)}>
          {t('apiKeys:newKey')}
        </Button>
      )}
      <Drawer slug={drawerSlug} title={t('apiKeys:newKey')}>
        <AskBeforeDiscard slug={drawerSlug}>
          <KeyForm selfId={user?.collection === slugs.users ? user.id : undefined} onMade={show} />
        </AskBeforeDiscard>
      </Drawer>
    </div>
  );
};
