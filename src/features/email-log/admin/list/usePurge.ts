import { formatAdminURL } from 'payload/shared';
import { useRef, useState } from 'react';
import type { TranslateText } from '../../../../core/texts/text.ts';
import { callPortal, inWords, type PortalRoute, sentenceOf } from '../../../../core/ui/requests/portalApi.ts';

/** The rows to purge: all, or those older than a day (`YYYY-MM-DD`). */
export type PurgeChoice = { readonly all: true } | { readonly before: string };

/** More rows than this are deleted only after their number was typed. */
const freely = 1_000;

export const needsTyping = (count: number): boolean => count > freely;

/** True if the typed number is the number of rows, with or without thousands separators. */
export const isConfirmed = (count: number, typed: string): boolean =>
  !needsTyping(count) || typed.replace(/[\s,.’']/g, '') === String(count);

/** The state of a purge. */
type PurgeStep =
  | { readonly step: 'choosing'; readonly problem: string | null; readonly isCounting: boolean }
  | { readonly step: 'asking'; readonly choice: PurgeChoice; readonly count: number }
  | { readonly step: 'deleting'; readonly count: number; readonly deleted: number }
  | { readonly step: 'done'; readonly deleted: number }
  | { readonly step: 'failed'; readonly message: string };

interface PurgeRecord {
  readonly id: number | string;
  readonly deleted: number;
}

interface PurgeAddresses {
  readonly portalRoute: PortalRoute;
  /** The beginning of the addresses of the CMS's API, by which the records of purges are read. */
  readonly apiRoute: string;
  readonly purgesSlug: string;
}

const betweenPolls = 1_000;

/** Counts, deletes and follows a purge. A refusal is a step too. */
export const usePurge = ({ portalRoute, apiRoute, purgesSlug }: PurgeAddresses, t: TranslateText) => {
  const [step, setStep] = useState<PurgeStep>({ step: 'choosing', problem: null, isCounting: false });
  const polling = useRef<ReturnType<typeof setInterval>>(undefined);

  const count = async (choice: PurgeChoice): Promise<void> => {
    setStep({ step: 'choosing', problem: null, isCounting: true });
    const result = await callPortal<{ would_delete: number }>(portalRoute, {
      method: 'POST',
      path: '/email-log/purge',
      body: { ...choice, dry_run: true },
      isRepeatable: true,
    });
    if (result.ok) setStep({ step: 'asking', choice, count: result.output.would_delete });
    else {
      setStep({ step: 'choosing', problem: sentenceOf(result, t), isCounting: false });
    }
  };

  /** Purges, and follows the progress by the purge's own record. The request itself responds only after the last row. */
  const purge = async (choice: PurgeChoice, total: number): Promise<void> => {
    setStep({ step: 'deleting', count: total, deleted: 0 });
    const before = await newestPurge(apiRoute, purgesSlug);
    polling.current = setInterval(async () => {
      const now = await newestPurge(apiRoute, purgesSlug);
      if (!now || now.id === before?.id) return;
      setStep((current) => (current.step === 'deleting' ? { ...current, deleted: now.deleted } : current));
    }, betweenPolls);
    const result = await callPortal<{ deleted: number }>(portalRoute, {
      method: 'POST',
      path: '/email-log/purge',
      body: choice,
      isRepeatable: true,
    });
    clearInterval(polling.current);
    setStep(
      result.ok
        ? { step: 'done', deleted: result.output.deleted }
        : { step: 'failed', message: inWords(result.message, t) },
    );
  };

  const choose = (problem: string | null) => setStep({ step: 'choosing', problem, isCounting: false });

  return { step, count, purge, reset: () => choose(null), refuse: choose };
};

/** The newest purge; null if there is none or it cannot be read: then no progress is shown. */
const newestPurge = async (apiRoute: string, slug: string): Promise<PurgeRecord | null> => {
  try {
    const path = `/${slug}?depth=0&limit=1&sort=-createdAt` as const;
    const response = await fetch(formatAdminURL({ apiRoute: apiRoute as `/${string}`, path }), {
      credentials: 'include',
    });
    const { docs } = (await response.json()) as { docs: PurgeRecord[] };
    return docs[0] ?? null;
  } catch {
    return null;
  }
};
