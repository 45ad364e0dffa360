import { useConfig, useDocumentInfo, useForm, useFormFields } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';
import { relationId } from '../../../../core/shared/values/ids.ts';
import { openedBy, openedWithKey } from '../../../../core/shared/values/openedForm.ts';
import { useOpener } from '../../../../core/ui/react/useOpener.ts';
import { usePortalTexts, useSlugs } from '../../../../core/ui/react/usePortal.ts';
import { useRefresh } from '../../../../core/ui/react/useRefresh.ts';
import { callCms } from '../../../../core/ui/requests/cmsApi.ts';
import { inWords } from '../../../../core/ui/requests/portalApi.ts';

/** The ticket that the open one was merged into; null for none. */
export const useMergedInto = (): number | string | null =>
  useFormFields(([fields]) => relationId(fields.mergedInto?.initialValue));

/** Changes the open ticket beside its form, which follows. */
export const useTicketChange = () => {
  const { tickets } = useSlugs();
  const t = usePortalTexts();
  const { id, savedDocumentData, setData } = useDocumentInfo();
  const { config } = useConfig();
  const { dispatchFields, getField } = useForm();
  const apiRoute = config.routes.api;
  const person = useOpener();

  /** Takes values over into the form, as saved ones. */
  const take = (values: Readonly<Record<string, unknown>>): void => {
    for (const [path, value] of Object.entries(values))
      dispatchFields({ type: 'UPDATE', path, value, initialValue: value });
  };

  /**
   * Reads what others have changed: the people, unless they are changed in the form, and `updatedAt`, without which the CMS would
   * report the page as out of date.
   */
  const catchUp = async (): Promise<void> => {
    const selected = ['updatedAt', ...people].map((field) => `select[${field}]=true`).join('&');
    const path = `/${tickets}/${id}?depth=0&${selected}` as const;
    const now = await callCms<Readonly<Record<string, unknown>>>(apiRoute, { method: 'GET', path });
    if (!now.ok) return;
    setData({ ...savedDocumentData, updatedAt: now.output.updatedAt });
    for (const field of people) {
      const { value, initialValue } = getField(field) ?? {};
      const there = now.output[field];
      if (areSame(value, initialValue) && !areSame(there, initialValue)) take({ [field]: there });
    }
  };

  /**
   * Changes the ticket on the server only: the caller updates the form.
   *
   * @param opened the values that the change was made from; it is refused if others have changed them meanwhile
   * @returns the reason for a refusal, or null
   */
  const change = async (
    values: Readonly<Record<string, unknown>>,
    opened: Readonly<Record<string, unknown>>,
  ): Promise<string | null> => {
    const path = `/${tickets}/${id}?depth=0` as const;
    const result = await callCms(apiRoute, {
      method: 'PATCH',
      path,
      body: { ...values, [openedWithKey]: openedBy(person, opened) },
    });
    return result.ok ? null : inWords(result.message, t);
  };

  return { change, take, catchUp };
};

const people = ['requester', 'followers', 'assignee'] as const;

/** True for the same people, as ids or as records. */
const areSame = (one: unknown, other: unknown): boolean => {
  const [first, second] = [one, other].map((value) => JSON.stringify([value ?? []].flat().map(relationId)));
  return first === second;
};

/** Renders the customer beside the ticket again after another requester is saved. */
export const useRefreshedCustomer = (): void => {
  const refresh = useRefresh();
  const saved = useFormFields(([fields]) => {
    const { requester, organization } = fields;
    return JSON.stringify([requester, organization].map((field) => relationId(field?.initialValue)));
  });
  const shown = useRef(saved);
  useEffect(() => {
    if (shown.current === saved) return;
    shown.current = saved;
    refresh();
  }, [saved, refresh]);
};
