import { useConfig, useDocumentInfo, useForm } from '@payloadcms/ui';
import { usePortalTexts, useSlugs } from '../../../../../core/ui/react/usePortal.ts';
import { callCms } from '../../../../../core/ui/requests/cmsApi.ts';
import { inWords } from '../../../../../core/ui/requests/portalApi.ts';

/** Changes the open ticket beside its form, which follows. */
export const useTicketChange = () => {
  const { tickets } = useSlugs();
  const t = usePortalTexts();
  const { id, savedDocumentData, setData } = useDocumentInfo();
  const { config } = useConfig();
  const { dispatchFields } = useForm();
  const apiRoute = config.routes.api;

  /** Takes values over into the form, as saved ones. */
  const take = (values: Readonly<Record<string, unknown>>): void => {
    for (const [path, value] of Object.entries(values))
      dispatchFields({ type: 'UPDATE', path, value, initialValue: value });
  };

  /** A reply changes the ticket's `updatedAt`. Without this the CMS would report the page as out of date. */
  const catchUp = async (): Promise<void> => {
    const path = `/${tickets}/${id}?depth=0&select[updatedAt]=true` as const;
    const now = await callCms<{ updatedAt: string }>(apiRoute, { method: 'GET', path });
    if (now.ok) setData({ ...savedDocumentData, updatedAt: now.output.updatedAt });
  };

  /**
   * Changes the ticket on the server only: the caller updates the form.
   *
   * @returns the reason for a refusal, or null
   */
  const change = async (values: Readonly<Record<string, unknown>>): Promise<string | null> => {
    const path = `/${tickets}/${id}?depth=0` as const;
    const result = await callCms(apiRoute, { method: 'PATCH', path, body: values });
    return result.ok ? null : inWords(result.message, t);
  };

  return { change, take, catchUp };
};
