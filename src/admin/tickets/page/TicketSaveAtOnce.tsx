import { toast, useDocumentInfo, useForm, useFormFields } from '@payloadcms/ui';
import type { FormState } from 'payload';
import { useEffect, useRef } from 'react';
import { useTicketChange } from './useTicketChange.ts';

const savedAtOnce = ['status', 'priority', 'requester', 'assignee', 'tags'] as const;

/**
 * Renders nothing. What is chosen beside the conversation is saved as it is chosen, and nothing else: what others have
 * changed meanwhile stays. What is refused becomes what it was.
 */
export const TicketSaveAtOnce = ({ ticketsSlug }: { readonly ticketsSlug: string }) => {
  const { id } = useDocumentInfo();
  const { dispatchFields, getFields, setModified } = useForm();
  const { change, noteSaved, catchUp } = useTicketChange(ticketsSlug);
  const changed = useFormFields(([fields]) => JSON.stringify(changesIn(fields)));
  const saves = useRef(Promise.resolve());

  const save = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
    const before = getFields();
    const problem = await change(values);
    if (problem === null) {
      noteSaved(values);
      await catchUp();
      const isAllSaved = Object.values(getFields()).every(
        ({ value, initialValue }) => JSON.stringify(value ?? null) === JSON.stringify(initialValue ?? null),
      );
      if (isAllSaved) setModified(false);
      return;
    }
    toast.error(problem);
    for (const path of Object.keys(values))
      dispatchFields({ type: 'UPDATE', path, value: before[path]?.initialValue ?? null });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change is saved once
  useEffect(() => {
    if (id === undefined || changed === '{}') return;
    const values = JSON.parse(changed) as Record<string, unknown>;
    saves.current = saves.current.then(() => save(values));
  }, [changed, id]);
  return null;
};

const changesIn = (fields: FormState): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    savedAtOnce.flatMap((name) => {
      const { value = null, initialValue = null } = fields[name] ?? {};
      return JSON.stringify(value) === JSON.stringify(initialValue) ? [] : [[name, value]];
    }),
  );
