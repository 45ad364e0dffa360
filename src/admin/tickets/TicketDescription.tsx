import { Button, TextareaField, useDocumentInfo, useField } from '@payloadcms/ui';
import type { TextareaFieldClientProps } from 'payload';
import { useState } from 'react';

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
