'use client';

import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import { ActionButton } from '../../../core/ui/parts/form/FormParts.tsx';
import { SecretShownOnce } from '../../../core/ui/parts/form/SecretShownOnce.tsx';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal, sentenceOf } from '../../../core/ui/requests/portalApi.ts';

interface CopyLinkProps {
  /** The record's address in the API, such as `/transfers/7`. */
  readonly path: `/${string}`;
  reload(): Promise<void>;
}

/** Makes a link that belongs to no recipient, and shows it once. */
export const CopyLink = ({ path, reload }: CopyLinkProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const [url, setUrl] = useState<string | null>(null);
  const make = async () => {
    const request = { method: 'POST', path: `${path}/links`, body: {} } as const;
    const result = await callPortal<{ url: string }>(portalRoute, request);
    if (!result.ok) return toast.error(sentenceOf(result, t));
    setUrl(result.output.url);
    await reload();
  };
  return (
    <>
      <ActionButton label={t('links:admin:copy:action')} onClick={make} />
      {url && (
        <SecretShownOnce
          title={t('links:admin:copy:title')}
          label={t('links:admin:copy:title')}
          kind="secret"
          secret={url}
          advice={t('links:admin:copy:advice')}
          onDone={() => setUrl(null)}
        />
      )}
    </>
  );
};
