'use client';

import { Button, toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { type FormEvent, useId, useState } from 'react';
import type { CustomerFields } from '../../../core/ui/customer/customer.ts';
import { Dialog } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { FormFields } from '../../../core/ui/parts/form/FormFields.tsx';
import { FieldProblem } from '../../../core/ui/parts/words/Messages.tsx';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { useOrganizations } from '../../../core/ui/react/useOrganizations.ts';
import { usePortalRoute } from '../../../core/ui/react/usePortalRoute.ts';
import { usePortalTexts } from '../../../core/ui/react/usePortalTexts.ts';
import { callPortal, type Problems, placeProblems, whole } from '../../../core/ui/requests/portalApi.ts';
import { FolderChoice } from '../../files/ui.ts';
import {
  hasUnfinishedRecipient,
  LinkSettings,
  RecipientsInput,
  readLinkSettings,
  type WantedRecipient,
} from '../../links/ui.ts';
import type { PeopleSource } from '../../people/ui.ts';
import { ItemsInput, type WantedItem } from './ItemsInput.tsx';
import type { UploadRequest } from './uploadRequest.ts';
import '../../../core/ui/parts/form/form.css';

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
  const { openModal } = useModal();
  const slug = `portal-ask-for-files-${useId()}`;
  return (
    <>
      <Button buttonStyle={buttonStyle} size="medium" margin={false} onClick={() => openModal(slug)}>
        {t('uploadRequests:admin:form:open')}
      </Button>
      <Dialog slug={slug} title={t('uploadRequests:admin:form:open')}>
        <AskForm slug={slug} {...rest} />
      </Dialog>
    </>
  );
};

const fields = [
  'recipients',
  'organization_id',
  'folder_id',
  'title',
  'message',
  'items',
  'due_at',
  'expires_at',
  'password',
  'access',
] as const;

const AskForm = ({ slug, source, list, known = {} }: AskForFilesProps & { slug: string }) => {
  const t = usePortalTexts();
  const portalRoute = usePortalRoute();
  const { closeModal } = useModal();
  const router = useRouter();
  const id = useId();
  const organizations = useOrganizations();
  const [organization, setOrganization] = useState(known.organization_id ?? '');
  const [folder, setFolder] = useState<number | string | null>(null);
  const [recipients, setRecipients] = useState<readonly WantedRecipient[]>(known.recipients ?? []);
  const [items, setItems] = useState<readonly WantedItem[]>([{ key: 0, label: '', required: true }]);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (isBusy || hasUnfinishedRecipient(form)) return;
    const [message, due] = ['message', 'due_at'].map((name) => String(form.get(name)).trim());
    const body = {
      title: String(form.get('title')).trim(),
      ...(message && { message }),
      organization_id: organization,
      ...(known.ticket_id && { ticket_id: known.ticket_id }),
      folder_id: String(folder),
      recipients,
      items: items
        .map(({ label, required }) => ({ label: label.trim(), required }))
        .filter(({ label }) => label !== ''),
      // The end of the day, where the reader is.
      ...(due && { due_at: new Date(`${due}T23:59:59`).toISOString() }),
      ...readLinkSettings(form),
    };
    // The API would ask for ids.
    if (folder === null)
      return setProblems({
        ...(organization === '' && { organization_id: t('uploadRequests:admin:form:noOrganization') }),
        folder_id: t('uploadRequests:admin:form:noFolder'),
      });
    setIsBusy(true);
    setProblems({});
    const result = await callPortal<UploadRequest>(portalRoute, {
      method: 'POST',
      path: '/upload-requests',
      body,
    });
    setIsBusy(false);
    if (!result.ok) return setProblems(placeProblems(result, fields));
    closeModal(slug);
    toast.success(t('uploadRequests:admin:form:done', { count: recipients.length }));
    router.push(`${list}/${result.output.id}`);
  };
  const chooseOrganization = (chosen: string) => {
    setOrganization(chosen);
    setFolder(null);
  };
  const problemAt = (field: (typeof fields)[number]) => ({
    id: `${id}-${field}-problem`,
    problem: problems[field],
  });

  return (
    <form className="portal-form" onSubmit={submit} noValidate>
      {problems[whole] && <ReasonSentence reason={problems[whole]} />}
      <FormFields isBusy={isBusy}>
        <RecipientsInput
          source={source}
          value={recipients}
          problem={problems.recipients}
          onChange={setRecipients}
          onPerson={(person) => {
            if (organization === '' && person.organization !== null)
              chooseOrganization(String(person.organization));
          }}
        />
        <div className="portal-form__line">
          <label htmlFor={`${id}-title`}>{t('uploadRequests:admin:form:title')}</label>
          <input
            id={`${id}-title`}
            type="text"
            name="title"
            maxLength={255}
            defaultValue={known.title}
            autoComplete="off"
          />
          <FieldProblem {...problemAt('title')} />
        </div>
        <ItemsInput items={items} problem={problems.items} onChange={setItems} />
        <div className="portal-form__line">
          <label htmlFor={`${id}-message`}>{t('uploadRequests:admin:form:message')}</label>
          <textarea id={`${id}-message`} name="message" maxLength={5000} />
          <FieldProblem {...problemAt('message')} />
        </div>
        {!known.organization_id && (
          <div className="portal-form__line">
            <label htmlFor={`${id}-organization`}>{t('uploadRequests:admin:form:organization')}</label>
            <select
              id={`${id}-organization`}
              value={organization}
              onChange={(event) => chooseOrganization(event.target.value)}
            >
              <option value="">{t('uploadRequests:admin:form:choose')}</option>
              {organizations?.map((one) => (
                <option key={one.id} value={String(one.id)}>
                  {one.name}
                </option>
              ))}
            </select>
            <FieldProblem {...problemAt('organization_id')} />
          </div>
        )}
        <div className="portal-form__line">
          <label htmlFor={`${id}-folder`}>{t('uploadRequests:admin:form:folder')}</label>
          <FolderChoice
            inputId={`${id}-folder`}
            value={folder}
            organization={organization || null}
            isDisabled={organization === ''}
            hasError={problems.folder_id !== undefined}
            onChange={setFolder}
          />
          <FieldProblem {...problemAt('folder_id')} />
        </div>
        <div className="portal-form__line">
          <label htmlFor={`${id}-due`}>{t('uploadRequests:admin:form:due')}</label>
          <input id={`${id}-due`} type="date" name="due_at" />
          <FieldProblem {...problemAt('due_at')} />
        </div>
        <details open={['expires_at', 'password', 'access'].some((field) => problems[field])}>
          <summary>{t('uploadRequests:admin:form:more')}</summary>
          <LinkSettings id={id} problems={problems} />
        </details>
      </FormFields>
      <div className="portal-dialog__buttons">
        <Button margin={false} buttonStyle="secondary" onClick={() => closeModal(slug)}>
          {t('shared:cancel')}
        </Button>
        <Button margin={false} type="submit" disabled={isBusy}>
          {t(isBusy ? 'uploadRequests:admin:form:busy' : 'uploadRequests:admin:form:send')}
        </Button>
      </div>
    </form>
  );
};
