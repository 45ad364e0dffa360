'use client';

import { Banner, Button, toast } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';
import { usePortalTexts } from '../../react/usePortal.ts';
import './SecretShownOnce.css';

interface SecretShownOnceProps {
  readonly title: string;
  /** Its name, as it is read out. */
  readonly label: string;
  readonly kind: 'secret' | 'key';
  readonly secret: string;
  /** A sentence on how to keep it. */
  readonly advice: string;
  onDone(): void;
}

/** Shows a secret until the reader confirms to have stored it. It is never shown again. */
export const SecretShownOnce = ({ title, label, kind, secret, advice, onDone }: SecretShownOnceProps) => {
  const t = usePortalTexts();
  const section = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    // Gives the focus back to the button that opened it, not to the top of the page.
    const around = section.current?.parentElement;
    return () => {
      if (document.activeElement === document.body) around?.querySelector('button')?.focus();
    };
  }, []);

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
    // A reload would lose it.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(secret);
      toast.success(t(`shared:secret:copied:${kind}`));
    } catch {
      // Without HTTPS browsers give no clipboard.
      toast.error(t('shared:secret:notCopied'));
    }
  };

  return (
    <section ref={section} className="portal-shown-once" aria-label={title}>
      <h2>{title}</h2>
      <Banner type="warning">{t('shared:secret:shownOnce', { advice })}</Banner>
      <div className="portal-shown-once__value">
        <input
          ref={input}
          readOnly
          spellCheck={false}
          aria-label={label}
          value={secret}
          onFocus={(event) => event.target.select()}
        />
        <Button margin={false} onClick={copy}>
          {t('shared:secret:copy')}
        </Button>
        <Button margin={false} buttonStyle="secondary" onClick={onDone}>
          {t('shared:secret:isStored')}
        </Button>
      </div>
    </section>
  );
};
