import { toast, useConfig } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useRef, useState } from 'react';
import { type CmsAnswer, callCms } from '../../../../core/ui/cmsApi.ts';
import { inWords } from '../../../../core/ui/reason.ts';
import { usePortalTexts } from '../../../../core/ui/usePortalTexts.ts';

/** Sends one change. */
type Act = (id: string) => Promise<CmsAnswer<unknown>>;

/**
 * Changes many tickets. All requests are with the browser before the first response, and outlive the page: leaving it
 * changes all tickets, not some.
 *
 * @param onChanged called with the changed tickets
 */
export const useChangeMany = (ticketsSlug: string, onChanged: (ids: readonly string[]) => void) => {
  const t = usePortalTexts();
  const { config } = useConfig();
  const router = useRouter();
  const [isBusy, setIsBusy] = useState(false);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  const follow = (changed: readonly string[], refused: readonly string[]) => {
    setProblems(refused);
    // On another page nothing else shows them.
    if (!isThere.current && refused.length > 0) toast.error(refused.join(' '));
    onChanged(changed);
    if (isThere.current) router.refresh();
  };

  const changeMany = async (ids: readonly string[], act: Act): Promise<void> => {
    setIsBusy(true);
    const answers = await Promise.all(ids.map(async (id) => ({ id, answer: await act(id) })));
    setIsBusy(false);
    const changed = answers.flatMap(({ id, answer }) => (answer.ok ? [id] : []));
    const refused = answers.flatMap(({ id, answer }) =>
      answer.ok ? [] : [`#${id}: ${inWords(answer.message, t)}`],
    );
    if (changed.length > 0)
      toast.success(t('tickets:list:bulk:changed', { count: changed.length, id: String(changed[0]) }));
    follow(changed, refused);
  };

  const patch = (id: string, body: object) =>
    callCms(config.routes.api, {
      method: 'PATCH',
      path: `/${ticketsSlug}/${id}?depth=0`,
      body,
      keepalive: true,
    });

  const readTags = (id: string) =>
    callCms<{ tags?: readonly string[] | null }>(config.routes.api, {
      method: 'GET',
      path: `/${ticketsSlug}/${id}?depth=0&select[tags]=true`,
    });

  return { changeMany, patch, readTags, follow, isBusy, problems };
};
