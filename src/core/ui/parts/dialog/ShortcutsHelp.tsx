'use client';

import { Button, useModal } from '@payloadcms/ui';
import { usePortalTexts } from '../../react/usePortal.ts';
import { openShortcuts, useShortcuts } from '../../react/useShortcuts.tsx';
import { Dialog } from './Dialog.tsx';
import './ShortcutsHelp.css';

const slug = 'portal-shortcuts';

/** The list of the page's shortcuts, by `?` or by its button. */
export const ShortcutsHelp = () => {
  const t = usePortalTexts();
  const { openModal, closeModal } = useModal();
  useShortcuts(t('shared:shortcuts:everywhere'), {
    '?': { says: t('shared:shortcuts:showList'), act: () => openModal(slug) },
  });
  return (
    <>
      <button
        type="button"
        className="portal-link-button"
        aria-label={t('shared:shortcuts:title')}
        title={t('shared:shortcuts:title')}
        onClick={() => openModal(slug)}
      >
        ?
      </button>
      <Dialog slug={slug} title={t('shared:shortcuts:title')}>
        {[...openShortcuts()].map(([title, shortcuts]) => (
          <section key={title} aria-label={title} className="portal-shortcuts">
            <h2>{title}</h2>
            <dl>
              {Object.entries(shortcuts).map(([key, { says }]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{says}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <div className="portal-dialog__buttons">
          <Button margin={false} onClick={() => closeModal(slug)}>
            {t('shared:close')}
          </Button>
        </div>
      </Dialog>
    </>
  );
};
