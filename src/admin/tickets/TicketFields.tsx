import {
  Button,
  TextareaField,
  useAllFormFields,
  useDocumentInfo,
  useField,
  useFormFields,
} from '@payloadcms/ui';
import type { DefaultCellComponentProps, FormState, TextareaFieldClientProps } from 'payload';
import { useEffect, useState } from 'react';
import { mergeable, openedWithKey } from '../../tickets/mergeChange.ts';
import type { Status } from '../../tickets/vocabulary.ts';
import { StatusPill } from '../shared/StatusPill.tsx';
import { toneOf, wordsFor } from './ticketWords.ts';
import { WholeMail } from './WholeMail.tsx';

/** The description as text; a field for a new ticket, or after “Change the description”. */
export const TicketDescription = (props: TextareaFieldClientProps) => {
  const { id } = useDocumentInfo();
  const { value, errorMessage } = useField<string | null>({ potentiallyStalePath: props.path });
  const mailText = useFormFields(([fields]) => fields.mailText?.value) as string | null | undefined;
  const [isEdited, setIsEdited] = useState(false);
  if (id === undefined || isEdited || errorMessage) return <TextareaField {...props} />;
  return (
    <section className="field-type portal-description" aria-label="Description">
      {value ? <p>{value}</p> : <p className="portal-muted">No description was given.</p>}
      <WholeMail text={mailText} />
      {!props.readOnly && (
        <Button buttonStyle="secondary" size="small" margin={false} onClick={() => setIsEdited(true)}>
          Change the description
        </Button>
      )}
    </section>
  );
};

/** Renders nothing. Makes the form send the values it was opened with, so a save keeps other people's changes. */
export const TicketOpenedWith = () => {
  const { id } = useDocumentInfo();
  // All fields: the CMS sometimes replaces the form's state and drops what is not a field.
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
