'use client';

import { Button } from '@payloadcms/ui';
import { useCallback, useEffect, useState } from 'react';
import { browserInWords } from '../../../core/texts/browserInWords.ts';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { RelativeTime } from '../../../core/ui/parts/words/RelativeTime.tsx';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { callPortal, type Reason } from '../../../core/ui/requests/portalApi.ts';
import type { ActivityKind } from '../activity.ts';
import { type LinkRecipient, recipientName } from './linked.ts';

interface ActivityEntry {
  readonly id: string;
  readonly at: string;
  readonly kind: ActivityKind;
  readonly recipient_id: string | null;
  readonly file_id: string | null;
  readonly network: string | null;
  readonly browser: string | null;
}

interface ActivityProps {
  /** The record's address in the API, such as `/transfers/7`. */
  readonly path: `/${string}`;
  readonly recipients: readonly LinkRecipient[];
  /** The names of files by id. */
  readonly files: ReadonlyMap<string, string>;
  /** Changes when something may have happened. */
  readonly version: unknown;
}

const perPage = 100;

/** The history of a record and its links, the oldest first. */
export const Activity = ({ path, recipients, files, version }: ActivityProps) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const [entries, setEntries] = useState<readonly ActivityEntry[]>([]);
  const [total, setTotal] = useState(0);
  const [pages, setPages] = useState(1);
  const [problem, setProblem] = useState<Reason | null>(null);

  const read = useCallback(async () => {
    const found: ActivityEntry[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const result = await callPortal<{ data: ActivityEntry[]; meta: { total: number } }>(portalRoute, {
        method: 'GET',
        path: `${path}/activity?per_page=${perPage}&page=${page}`,
      });
      if (!result.ok) return setProblem(result.message);
      found.push(...result.output.data);
      setTotal(result.output.meta.total);
    }
    setProblem(null);
    setEntries(found);
  }, [portalRoute, path, pages]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads again when something may have happened.
  useEffect(() => void read(), [read, version]);

  const now = new Date();
  const partsOf = (recipientId: string | null, fileId: string | null) => {
    const recipient = recipients.find(({ id }) => id === recipientId);
    return [recipient && recipientName(recipient), fileId && files.get(fileId)];
  };
  return (
    <section aria-labelledby="portal-activity">
      <h2 id="portal-activity">{t('links:admin:history:title')}</h2>
      {problem && <ReasonSentence reason={problem} />}
      <ol className="portal-activity">
        {entries.map(({ id, at, kind, recipient_id, file_id, network, browser }) => (
          <li key={id}>
            <RelativeTime moment={new Date(at)} now={now} />
            <span>
              {t(`links:activity:${kind}`)}{' '}
              {[...partsOf(recipient_id, file_id), browser && browserInWords(browser, t), network]
                .filter(Boolean)
                .join(', ')}
            </span>
          </li>
        ))}
      </ol>
      {entries.length < total && (
        <Button buttonStyle="secondary" size="small" margin={false} onClick={() => setPages(pages + 1)}>
          {t('links:admin:history:more')}
        </Button>
      )}
    </section>
  );
};
