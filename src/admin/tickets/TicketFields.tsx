import { Button, TextareaField, useAllFormFields, useDocumentInfo, useField } from '@payloadcms/ui';
import type { DefaultCellComponentProps, FormState, TextareaFieldClientProps } from 'payload';
import { useEffect, useState } from 'react';
import { mergeable, openedWithKey } from '../../tickets/mergeChange.ts';
import type { Status } from '../../tickets/vocabulary.ts';
import { StatusPill } from '../shared/StatusPill.tsx';
import { toneOf, wordsFor } from './ticketWords.ts';

/** What a ticket is about, to be read; a field for whoever writes a new one, or asks to change it. */
export const TicketDescription = (props: TextareaFieldClientProps) => {
  const { id } = useDocumentInfo();
  const { value, errorMessage } = useField<string | null>({ potentiallyStalePath: props.path });
  const [isEdited, setIsEdited] = useState(false);
  if (id === undefined || isEdited || errorMessage) return <TextareaField {...props} />;
  return (
    <section className="field-type portal-description" aria-label="Description">
      {value ? <p>{value}</p> : <p className="portal-muted">No description was given.</p>}
      {!props.readOnly && (
        <Button buttonStyle="secondary" size="small" margin={false} onClick={() => setIsEdited(true)}>
          Change the description
        </Button>
      )}
    </section>
  );
};

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

/** The status of a ticket in the list, in words and in colour. */
export const TicketStatusCell = ({ cellData }: DefaultCellComponentProps) => {
  const status = cellData as Status;
  return <StatusPill tone={toneOf(status)}>{wordsFor(status)}</StatusPill>;
};
