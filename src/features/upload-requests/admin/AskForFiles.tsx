'use client';

import { useId, useState } from 'react';
import type { TranslateText } from '../../../core/texts/text.ts';
import type { CustomerFields } from '../../../core/ui/customer/customer.ts';
import { FormFields, FormLine } from '../../../core/ui/parts/form/FormParts.tsx';
import { useOrganizations } from '../../../core/ui/react/useOrganizations.ts';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { useTypedState } from '../../../core/ui/react/useTypedState.ts';
import { newKey } from '../../../core/ui/requests/newKey.ts';
import { callPortal, type Problems } from '../../../core/ui/requests/portalApi.ts';
import { FolderChoice } from '../../files/ui.ts';
import {
  LinkedForm,
  LinkedFormButton,
  LinkSettings,
  RecipientsInput,
  readLinkSettings,
  type WantedRecipient,
} from '../../links/ui.ts';
import type { PeopleSource } from '../../people/ui.ts';
import { ItemsInput, type WantedItem } from './ItemsInput.tsx';
import type { UploadRequest } from './uploadRequest.ts';

export interface AskForFilesProps {
  readonly source: PeopleSource;
  /** The address of the list of upload requests. */
  readonly list: string;
  /** The values known where the button stands: a ticket's page knows its requester. */
  readonly known?: CustomerFields;
  readonly buttonStyle?: 'primary' | 'secondary';
}

/** A button with the one form that asks people for files. */
export const AskForFiles = ({ buttonStyle = 'primary', ...rest }: AskForFilesProps) => {
  const t = usePortalTexts();
  return (
    <LinkedFormButton
      name="ask-for-files"
      label={t('uploadRequests:admin:form:open')}
      buttonStyle={buttonStyle}
    >
      {(slug) => <AskForm slug={slug} {...rest} />}
    </LinkedFormButton>
  );
};

const settings = ['expires_at', 'password', 'access'] as const;
const fields = [
  'recipients',
  'organization_id',
  'folder_id',
  'title',
  'message',
  'items',
  'due_at',
  ...settings,
];

/** The folder for the files, and its organization; empty for none. */
interface Place {
  readonly organization: string;
  readonly folder: number | string | null;
}

const AskForm = ({ slug, source, list, known = {} }: AskForFilesProps & { slug: string }) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const id = useId();
  const [form] = useState(newKey);
  const [place, setPlace] = useTypedState<Place>({ organization: known.organization_id ?? '', folder: null });
  const [recipients, setRecipients] = useTypedState<readonly WantedRecipient[]>(known.recipients ?? []);
  const [items, setItems] = useTypedState<readonly WantedItem[]>([{ key: 0, label: '', required: true }]);

  const send = (typed: FormData, now: Date) =>
    callPortal<UploadRequest>(portalRoute, {
      method: 'POST',
      path: '/upload-requests',
      body: { ...requestOf({ place, recipients, items }, known), ...readFields(typed, now) },
      form,
    });

  return (
    <LinkedForm
      slug={slug}
      list={list}
      fields={fields}
      words={{
        send: t('uploadRequests:admin:form:send'),
        busy: t('uploadRequests:admin:form:busy'),
        done: t('uploadRequests:admin:form:done', { count: recipients.length }),
      }}
      check={() => problemsOf(place, t)}
      send={send}
    >
      {({ problems, isBusy }) => (
        <FormFields isBusy={isBusy}>
          <RecipientsInput
            source={source}
            value={recipients}
            problem={problems.recipients}
            onChange={setRecipients}
            onPerson={(person) => {
              if (place.organization === '' && person.organization !== null)
                setPlace({ organization: String(person.organization), folder: null });
            }}
          />
          <FormLine id={`${id}-title`} label={t('uploadRequests:admin:form:title')} problem={problems.title}>
            <input
              id={`${id}-title`}
              type="text"
              name="title"
              maxLength={255}
              defaultValue={known.title}
              autoComplete="off"
            />
          </FormLine>
          <ItemsInput items={items} problem={problems.items} onChange={setItems} />
          <FormLine
            id={`${id}-message`}
            label={t('uploadRequests:admin:form:message')}
            problem={problems.message}
          >
            <textarea id={`${id}-message`} name="message" maxLength={5000} />
          </FormLine>
          <PlaceFields
            id={id}
            place={place}
            isOrganizationKnown={Boolean(known.organization_id)}
            problems={problems}
            onChange={setPlace}
          />
          <FormLine id={`${id}-due`} label={t('uploadRequests:admin:form:due')} problem={problems.due_at}>
            <input id={`${id}-due`} type="date" name="due_at" />
          </FormLine>
          <details open={settings.some((field) => problems[field])}>
            <summary>{t('uploadRequests:admin:form:more')}</summary>
            <LinkSettings id={id} problems={problems} />
          </details>
        </FormFields>
      )}
    </LinkedForm>
  );
};

/** The API would ask for ids. */
const problemsOf = ({ organization, folder }: Place, t: TranslateText): Problems | null =>
  folder === null
    ? {
        ...(organization === '' && { organization_id: t('uploadRequests:admin:form:noOrganization') }),
        folder_id: t('uploadRequests:admin:form:noFolder'),
      }
    : null;

interface Content {
  readonly place: Place;
  readonly recipients: readonly WantedRecipient[];
  readonly items: readonly WantedItem[];
}

/** The part of the request that is no field of the form. */
const requestOf = ({ place, recipients, items }: Content, { ticket_id }: CustomerFields): object => ({
  organization_id: place.organization,
  folder_id: String(place.folder),
  ...(ticket_id && { ticket_id }),
  recipients,
  items: items
    .map(({ label, required }) => ({ label: label.trim(), required }))
    .filter(({ label }) => label !== ''),
});

const readFields = (form: FormData, now: Date): object => {
  const [title, message, due] = ['title', 'message', 'due_at'].map((name) => String(form.get(name)).trim());
  return {
    title,
    ...(message && { message }),
    // The end of the day, where the reader is.
    ...(due && { due_at: new Date(`${due}T23:59:59`).toISOString() }),
    ...readLinkSettings(form, now),
  };
};

interface PlaceFieldsProps {
  readonly id: string;
  readonly place: Place;
  readonly isOrganizationKnown: boolean;
  readonly problems: Problems;
  onChange(place: Place): void;
}

/** Asks for the organization, unless it is known, and for its folder. */
const PlaceFields = ({ id, place, isOrganizationKnown, problems, onChange }: PlaceFieldsProps) => {
  const t = usePortalTexts();
  const organizations = useOrganizations();
  const { organization, folder } = place;
  return (
    <>
      {!isOrganizationKnown && (
        <FormLine
          id={`${id}-organization`}
          label={t('uploadRequests:admin:form:organization')}
          problem={problems.organization_id}
        >
          <select
            id={`${id}-organization`}
            value={organization}
            onChange={(event) => onChange({ organization: event.target.value, folder: null })}
          >
            <option value="">{t('uploadRequests:admin:form:choose')}</option>
            {organizations?.map((one) => (
              <option key={one.id} value={String(one.id)}>
                {one.name}
              </option>
            ))}
          </select>
        </FormLine>
      )}
      <FormLine
        id={`${id}-folder`}
        label={t('uploadRequests:admin:form:folder')}
        problem={problems.folder_id}
      >
        <FolderChoice
          inputId={`${id}-folder`}
          value={folder}
          organization={organization || null}
          isDisabled={organization === ''}
          hasError={problems.folder_id !== undefined}
          onChange={(chosen) => onChange({ organization, folder: chosen })}
        />
      </FormLine>
    </>
  );
};
