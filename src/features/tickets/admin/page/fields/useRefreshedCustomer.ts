import { useFormFields } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useRef } from 'react';
import { relationId } from '../../../../../core/shared/values/ids.ts';

/** Makes the server render the parts beside the ticket again once another requester is saved, whom they show. */
export const useRefreshedCustomer = (): void => {
  const router = useRouter();
  const saved = useFormFields(([fields]) => {
    const { requester, organization } = fields;
    return JSON.stringify([requester, organization].map((field) => relationId(field?.initialValue)));
  });
  const shown = useRef(saved);
  useEffect(() => {
    if (shown.current === saved) return;
    shown.current = saved;
    router.refresh();
  }, [saved, router]);
};
