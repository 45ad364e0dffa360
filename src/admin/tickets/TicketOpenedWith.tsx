import { useAllFormFields, useDocumentInfo } from '@payloadcms/ui';
import type { FormState } from 'payload';
import { useEffect } from 'react';
import { mergeable, openedWithKey } from '../../tickets/mergeChange.ts';

/** Shows nothing: has a ticket's form send what it was opened with, so that a save undoes nothing of others. */
export const TicketOpenedWith = () => {
  const { id } = useDocumentInfo();
  // All of them: the CMS replaces the form's state now and then, and what is no field of its own is lost with it.
  const [fields, dispatchFields] = useAllFormFields();
  useEffect(() => {
    const value = initialValuesOf(fields);
    const isSaid = JSON.stringify(value) === JSON.stringify(fields[openedWithKey]?.value);
    if (id !== undefined && !isSaid) dispatchFields({ type: 'UPDATE', path: openedWithKey, value });
  }, [dispatchFields, fields, id]);
  return null;
};

const initialValuesOf = (fields: FormState) =>
  Object.fromEntries(mergeable.map((field) => [field, fields[field]?.initialValue ?? null]));
