import { toast, useConfig } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useRef, useState } from 'react';
import { openedBy, openedWithKey } from '../../../../../core/shared/values/openedForm.ts';
import { useOpener } from '../../../../../core/ui/react/useOpener.ts';
import { usePortalTexts, useSlugs } from '../../../../../core/ui/react/usePortal.ts';
import { type CmsResult, callCms } from '../../../../../core/ui/requests/cmsApi.ts';
import { inWords, loggedOut, type Reason } from '../../../../../core/ui/requests/portalApi.ts';

/** Sends one change. */
type Act = (id: string) => Promise<CmsResult<unknown>>;

/**
 * Changes many tickets. All requests are with the browser before the first response, and outlive the page: leaving it
 * changes all tickets, not some.
 *
 * @param onChanged called with the changed tickets
 */
export const useChangeMany = (onChanged: (ids: readonly string[]) => void) => {
  const t = usePortalTexts();
  const { config } = useConfig();
  const { tickets } = useSlugs();
  const router = useRouter();
  const person = useOpener();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<Reason | null>(null);
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);

  const tell = (changed: readonly string[], reason: Reason | null) => {
    setProblem(reason);
    // On another page nothing else shows it.
    if (!isThere.current && reason !== null) toast.error(inWords(reason, t));
    onChanged(changed);
    // The CMS would show its login in place of this page, and of the choice.
    if (isThere.current && reason !== loggedOut) router.refresh();
  };

  const follow = (changed: readonly string[], refused: readonly string[]) =>
    tell(changed, refused.join(' ') || null);

  const changeMany = async (ids: readonly string[], act: Act): Promise<void> => {
    setIsBusy(true);
    const results = await Promise.all(ids.map(async (id) => ({ id, result: await act(id) })));
    setIsBusy(false);
    const changed = results.flatMap(({ id, result }) => (result.ok ? [id] : []));
    const hasEnded = results.some(({ result }) => !result.ok && result.message === loggedOut);
    const refused = results.flatMap(({ id, result }) =>
      result.ok ? [] : [`#${id}: ${inWords(result.message, t)}`],
    );
    if (changed.length > 0)
      toast.success(t('tickets:list:bulk:changed', { count: changed.length, id: String(changed[0]) }));
    if (hasEnded) tell(changed, loggedOut);
    else follow(changed, refused);
  };

  /** @param shown the values that the page showed: another change of them meanwhile is not overwritten */
  const patch = (id: string, fields: object, shown: Readonly<Record<string, unknown>>) =>
    callCms(config.routes.api, {
      method: 'PATCH',
      path: `/${tickets}/${id}?depth=0`,
      body: { ...fields, [openedWithKey]: openedBy(person, shown) },
      keepalive: true,
    });

  return { changeMany, patch, follow, isBusy, problem };
};
