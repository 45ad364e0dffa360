'use client';

import { useId } from 'react';
import type { CustomerFields } from '../../../core/ui/customer/customer.ts';
import { FormFields, FormLine } from '../../../core/ui/parts/form/FormParts.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { useTypedState } from '../../../core/ui/react/useTypedState.ts';
import type { Problems } from '../../../core/ui/requests/portalApi.ts';
import {
  FilesDrop,
  LinkedForm,
  LinkedFormButton,
  LinkSettings,
  RecipientsInput,
  readLinkSettings,
  type WantedRecipient,
} from '../../links/ui.ts';
import type { PeopleSource } from '../../people/ui.ts';
import { useSendFiles } from './useSendFiles.ts';

export interface SendFilesProps {
  readonly source: PeopleSource;
  /** The address of the list of transfers. */
  readonly list: string;
  /** The values known where the button stands: a ticket's page knows its requester. */
  readonly known?: CustomerFields;
  readonly buttonStyle?: 'primary' | 'secondary';
}

/** A button with the one form that makes a transfer and sends it. */
export const SendFiles = ({ buttonStyle = 'primary', ...rest }: SendFilesProps) => {
  const t = usePortalTexts();
  return (
    <LinkedFormButton name="send-files" label={t('transfers:admin:form:open')} buttonStyle={buttonStyle}>
      {(slug) => <SendForm slug={slug} {...rest} />}
    </LinkedFormButton>
  );
};

const settings = ['expires_at', 'password', 'access', 'max_downloads'] as const;
const fields = ['recipients', 'title', 'message', 'files', ...settings];

const SendForm = ({ slug, source, list, known = {} }: SendFilesProps & { readonly slug: string }) => {
  const t = usePortalTexts();
  const id = useId();
  const { title = '', recipients: first = [], ...place } = known;
  const [recipients, setRecipients] = useTypedState<readonly WantedRecipient[]>(first);
  const [files, setFiles] = useTypedState<readonly File[]>([]);
  const { progress, send } = useSendFiles();

  return (
    <LinkedForm
      slug={slug}
      list={list}
      fields={fields}
      words={{
        send: t('transfers:admin:form:send'),
        busy: t('transfers:admin:form:busy'),
        done:
          recipients.length > 0
            ? t('transfers:admin:form:done', { count: recipients.length })
            : t('transfers:admin:form:ready'),
      }}
      check={() => (files.length === 0 ? { files: t('transfers:admin:form:noFiles') } : null)}
      send={(form, now) => send({ ...place, recipients, ...readFields({ form, files, now }) }, files)}
    >
      {({ problems, isBusy }) => (
        <>
          <FilesDrop
            files={files}
            problem={problems.files}
            isBusy={isBusy}
            progress={isBusy ? progress : []}
            onChange={setFiles}
          />
          <FormFields isBusy={isBusy}>
            <RecipientsInput
              source={source}
              value={recipients}
              problem={problems.recipients}
              onChange={setRecipients}
            />
            <FormLine id={`${id}-title`} label={t('transfers:admin:form:title')} problem={problems.title}>
              <input
                id={`${id}-title`}
                type="text"
                name="title"
                maxLength={255}
                defaultValue={title}
                placeholder={files[0]?.name ?? ''}
                autoComplete="off"
              />
            </FormLine>
            <FormLine
              id={`${id}-message`}
              label={t('transfers:admin:form:message')}
              problem={problems.message}
            >
              <textarea id={`${id}-message`} name="message" maxLength={5000} />
            </FormLine>
            <MoreSettings id={id} problems={problems} />
          </FormFields>
        </>
      )}
    </LinkedForm>
  );
};

interface Filled {
  readonly form: FormData;
  readonly files: readonly File[];
  readonly now: Date;
}

const readFields = ({ form, files, now }: Filled): object => {
  const most = String(form.get('max_downloads'));
  const message = String(form.get('message')).trim();
  return {
    title: String(form.get('title')).trim() || files[0]?.name,
    ...(message && { message }),
    ...(most && { max_downloads: Number(most) }),
    notify: String(form.get('notify')),
    ...readLinkSettings(form, now),
  };
};

/** The settings that few transfers need. */
const MoreSettings = ({ id, problems }: { readonly id: string; readonly problems: Problems }) => {
  const t = usePortalTexts();
  return (
    <details open={settings.some((field) => problems[field])}>
      <summary>{t('transfers:admin:form:more')}</summary>
      <LinkSettings id={id} problems={problems} />
      <FormLine
        id={`${id}-most`}
        label={t('transfers:admin:form:maxDownloads')}
        problem={problems.max_downloads}
      >
        <input id={`${id}-most`} type="number" name="max_downloads" min={1} />
      </FormLine>
      <FormLine id={`${id}-notify`} label={t('transfers:admin:form:notify')}>
        <select id={`${id}-notify`} name="notify" defaultValue="first">
          {(['first', 'every', 'none'] as const).map((notify) => (
            <option key={notify} value={notify}>
              {t(`transfers:notify:${notify}`)}
            </option>
          ))}
        </select>
      </FormLine>
    </details>
  );
};
