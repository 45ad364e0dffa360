import { useFormFields } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';
import { relationId } from '../../../../../core/shared/values/ids.ts';
import { useRefresh } from '../../../../../core/ui/react/useRefresh.ts';

/** Makes the server render the parts beside the ticket again once another requester is saved, whom they show. */
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
