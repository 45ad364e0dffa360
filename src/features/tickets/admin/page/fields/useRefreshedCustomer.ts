import { useFormFields } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';
import { relationId } from '../../../../../core/shared/values/ids.ts';
import { useRefresh } from '../../../../../core/ui/react/useRefresh.ts';

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
