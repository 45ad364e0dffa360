'use client';

import { Button, useModal } from '@payloadcms/ui';
import { Dialog } from './Dialog.tsx';
import { openShortcuts, useShortcuts } from './useShortcuts.tsx';

const slug = 'portal-shortcuts';

/** The list of the page's shortcuts, by `?` or by its button. */
export const ShortcutsHelp = () => {
  const { openModal, closeModal } = useModal();
  useShortcuts('Everywhere', { '?': { says: 'Show this list', act: () => openModal(slug) } });
  return (
    <>
      <button
        type="button"
        className="portal-link-button"
        aria-label="Keyboard shortcuts"
        title="Keyboard shortcuts"
        onClick={() => openModal(slug)}
      >
        ?
      </button>
      <Dialog slug={slug} title="Keyboard shortcuts">
        {openShortcuts().map(({ title, shortcuts }) => (
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
            Close
          </Button>
        </div>
      </Dialog>
    </>
  );
};
