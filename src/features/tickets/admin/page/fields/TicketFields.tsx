import {
  Button,
  RelationshipField,
  SelectField,
  TextareaField,
  TextField,
  useAuth,
  useDocumentInfo,
  useField,
  useForm,
  useFormFields,
} from '@payloadcms/ui';
import type {
  DefaultCellComponentProps,
  RelationshipFieldClientProps,
  SelectFieldClientProps,
  TextareaFieldClientProps,
  TextFieldClientProps,
} from 'payload';
import { useEffect, useSyncExternalStore } from 'react';
import { Named } from '../../../../../core/ui/parts/form/Named.tsx';
import { OpenedWith } from '../../../../../core/ui/parts/form/OpenedWith.tsx';
import { StatusPill } from '../../../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../../../core/ui/react/usePortal.ts';
import { mergeable } from '../../../merge/mergeChange.ts';
import type { Status } from '../../../vocabulary.ts';
import { toneOf } from '../../ticketWords.ts';
import { WholeMail } from '../conversation/Timeline.tsx';
import { useMergedInto } from '../useOpenTicket.ts';

/** The subject: a field for a new ticket, or after “Change”. It is the page's title else. */
export const TicketSubject = (props: TextFieldClientProps) => {
  const { id } = useDocumentInfo();
  const { errorMessage } = useField<string>({ potentiallyStalePath: props.path });
  const isEdited = useEdited();
  useEffect(() => {
    if (isEdited) document.getElementById(`field-${props.path}`)?.focus();
  }, [isEdited, props.path]);
  return id === undefined || isEdited || errorMessage ? <TextField {...props} /> : null;
};

/** The description as text; a field for a new ticket, or, with the subject, after “Change”. */
export const TicketDescription = (props: TextareaFieldClientProps) => {
  const { id } = useDocumentInfo();
  const t = usePortalTexts();
  const { value, errorMessage } = useField<string | null>({ potentiallyStalePath: props.path });
  const mailText = useFormFields(([fields]) => fields.mailText?.value) as string | null | undefined;
  const { submit } = useForm();
  const isEdited = useEdited();
  const isMerged = useMergedInto() !== null;
  const saved = useFormFields(([fields]) =>
    JSON.stringify([fields.subject?.initialValue, fields.description?.initialValue]),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was saved is shown as text again
  useEffect(() => setEdited(false), [id, saved]);
  if (id === undefined) return <TextareaField {...props} />;
  if (isEdited || errorMessage)
    return (
      <div className="portal-description__form">
        <TextareaField {...props} />
        <Button size="small" margin={false} onClick={() => void submit()}>
          {t('tickets:page:description:apply')}
        </Button>
      </div>
    );
  return (
    <section className="field-type portal-description" aria-label={t('collections:tickets:description')}>
      {value ? <p>{value}</p> : <p className="portal-muted">{t('tickets:page:description:none')}</p>}
      <WholeMail text={mailText} />
      {!props.readOnly && !isMerged && (
        <Button buttonStyle="secondary" size="small" margin={false} onClick={() => setEdited(true)}>
          {t('tickets:page:description:change')}
        </Button>
      )}
    </section>
  );
};

/**
 * The organization of a new ticket. A requester brings theirs, and a representative of a single organization need not
 * choose it. It cannot be changed later: the head of the page names it.
 */
export const TicketOrganization = (props: RelationshipFieldClientProps) => {
  const { id } = useDocumentInfo();
  const t = usePortalTexts();
  const { user } = useAuth();
  if (id !== undefined) return null;
  const isKnown = user?.role === 'representative' && user.organizations?.length === 1;
  return (
    <Named name={t('collections:tickets:organization')}>
      <RelationshipField {...props} field={{ ...props.field, required: !isKnown }} />
    </Named>
  );
};

/** The status or the priority. The values of a ticket that was merged stay. */
export const TicketSelect = (props: SelectFieldClientProps) => {
  const t = usePortalTexts();
  const isMerged = useMergedInto() !== null;
  return (
    <Named name={t(`collections:tickets:${props.field.name as 'status' | 'priority'}`)}>
      <SelectField {...props} readOnly={props.readOnly === true || isMerged} />
    </Named>
  );
};

/** Makes the ticket's form send the values that it was opened with. */
export const TicketOpenedWith = () => <OpenedWith names={mergeable} />;

/** The status of a ticket in the list, in words and in colour. */
export const TicketStatusCell = ({ cellData }: DefaultCellComponentProps) => {
  const t = usePortalTexts();
  const status = cellData as Status;
  return <StatusPill tone={toneOf(status)}>{t(`tickets:status:${status}`)}</StatusPill>;
};

/** True if the subject and the description of the open ticket are fields. Both switch at once, in two places. */
let isEdited = false;
const listeners = new Set<() => void>();

const setEdited = (wanted: boolean): void => {
  isEdited = wanted;
  for (const listener of listeners) listener();
};

const useEdited = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isEdited,
    () => false,
  );
