import { Link, useConfig } from '@payloadcms/ui';
import { formatAdminURL } from 'payload/shared';
import { useEffect, useState } from 'react';
import { ReasonSentence } from '../../../../../core/ui/parts/words/ReasonSentence.tsx';
import { usePortalTexts, useSlugs } from '../../../../../core/ui/react/usePortal.ts';
import { callCms } from '../../../../../core/ui/requests/cmsApi.ts';
import type { Reason } from '../../../../../core/ui/requests/portalApi.ts';
import { onEntryChange } from '../draft/kept.ts';
import { carryDraft } from '../draft/merged.ts';

interface MergedBannerProps {
  readonly ticket: number | string;
  /** The ticket that remains. */
  readonly into: number | string;
  /** The reader. */
  readonly person: number | string;
  /** The reason why the server refused the reply that was held back meanwhile; null for none. */
  readonly refusal: Reason | null;
}

/** The place of the composer on the page of a merged ticket: a link to the ticket that it was merged into. */
export const MergedBanner = ({ ticket, into, person, refusal }: MergedBannerProps) => {
  const { tickets } = useSlugs();
  const t = usePortalTexts();
  const { config } = useConfig();
  const { admin: adminRoute, api: apiRoute } = config.routes;
  const [subject, setSubject] = useState<string | null>(null);
  const [hasCarried, setHasCarried] = useState(false);

  useEffect(() => {
    const path = `/${tickets}/${into}?depth=0&select[subject]=true` as const;
    void callCms<{ subject: string }>(apiRoute, { method: 'GET', path }).then(
      (result) => result.ok && setSubject(result.output.subject),
    );
  }, [apiRoute, tickets, into]);
  // Someone else may have merged it while this person was writing. A file may come later, and a reply may be undone or refused.
  useEffect(() => {
    const carry = () => {
      if (carryDraft({ from: ticket, to: into, person })) setHasCarried(true);
    };
    carry();
    return onEntryChange({}, carry);
  }, [ticket, into, person]);

  return (
    <div className="portal-merged" role="status">
      <Link href={formatAdminURL({ adminRoute, path: `/collections/${tickets}/${into}` })}>
        {subject === null
          ? t('tickets:merge:banner', { target: into })
          : t('tickets:merge:bannerWithSubject', { target: into, subject })}
      </Link>
      <p>{t('tickets:merge:repliesFollow')}</p>
      {refusal && (
        <>
          <p>{t('tickets:merge:notSent')}</p>
          <ReasonSentence reason={refusal} />
        </>
      )}
      {hasCarried && <p>{t('tickets:merge:draftIsThere')}</p>}
    </div>
  );
};
