'use client';

import { Button, toast, useModal } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { type FormEvent, useEffect, useId, useState } from 'react';
import type { CustomerFields } from '../../../core/ui/customer/customer.ts';
import { Dialog } from '../../../core/ui/parts/dialog/Dialog.tsx';
import { FormFields } from '../../../core/ui/parts/form/FormFields.tsx';
import { FieldProblem } from '../../../core/ui/parts/words/Messages.tsx';
import { ReasonSentence } from '../../../core/ui/parts/words/ReasonSentence.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortalTexts.ts';
import { type Problems, placeProblems, whole } from '../../../core/ui/requests/portalApi.ts';
import {
  FilesDrop,
  hasUnfinishedRecipient,
  LinkSettings,
  RecipientsInput,
  readLinkSettings,
  type WantedRecipient,
} from '../../links/ui.ts';
import type { PeopleSource } from '../../people/ui.ts';
import { useSendFiles } from './useSendFiles.ts';
import '../../../core/ui/parts/form/form.css';

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
  const { openModal } = useModal();
  const slug = `portal-send-files-${useId()}`;
  return (
    <>
      <Button buttonStyle={buttonStyle} size="medium" margin={false} onClick={() => openModal(slug)}>
        {t('transfers:admin:form:open')}
      </Button>
      <Dialog slug={slug} title={t('transfers:admin:form:open')}>
        <SendForm slug={slug} {...rest} />
      </Dialog>
    </>
  );
};

const fields = [
  'recipients',
  'title',
  'message',
  'files',
  'expires_at',
  'password',
  'access',
  'max_downloads',
] as const;

const SendForm = ({ slug, source, list, known = {} }: SendFilesProps & { readonly slug: string }) => {
  const t = usePortalTexts();
  const { closeModal } = useModal();
  const router = useRouter();
  const id = useId();
  const { title = '', recipients: first = [], ...place } = known;
  const [recipients, setRecipients] = useState<readonly WantedRecipient[]>(first);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);
  const { progress, send } = useSendFiles();
  useLeaveWarning(isBusy || files.length > 0);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    if (isBusy || hasUnfinishedRecipient(form)) return;
    if (files.length === 0) return setProblems({ files: t('transfers:admin:form:noFiles') });
    const most = String(form.get('max_downloads'));
    const message = String(form.get('message')).trim();
    const wanted = {
      ...place,
      recipients,
      title: String(form.get('title')).trim() || files[0]?.name,
      ...(message && { message }),
      ...(most && { max_downloads: Number(most) }),
      notify: String(form.get('notify')),
      ...readLinkSettings(form),
    };
    setIsBusy(true);
    setProblems({});
    const result = await send(wanted, files);
    setIsBusy(false);
    if (!result.ok) return setProblems(placeProblems(result, fields));
    closeModal(slug);
    toast.success(
      recipients.length > 0
        ? t('transfers:admin:form:done', { count: recipients.length })
        : t('transfers:admin:form:ready'),
    );
    router.push(`${list}/${result.output.id}`);
  };
  const problemAt = (field: (typeof fields)[number]) => ({
    id: `${id}-${field}-problem`,
    problem: problems[field],
  });

  return (
    <form className="portal-form" onSubmit={submit} noValidate>
      {problems[whole] && <ReasonSentence reason={problems[whole]} />}
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
        <div className="portal-form__line">
          <label htmlFor={`${id}-title`}>{t('transfers:admin:form:title')}</label>
          <input
            id={`${id}-title`}
            type="text"
            name="title"
            maxLength={255}
            defaultValue={title}
            placeholder={files[0]?.name ?? ''}
            autoComplete="off"
          />
          <FieldProblem {...problemAt('title')} />
        </div>
        <div className="portal-form__line">
          <label htmlFor={`${id}-message`}>{t('transfers:admin:form:message')}</label>
          <textarea id={`${id}-message`} name="message" maxLength={5000} />
          <FieldProblem {...problemAt('message')} />
        </div>
        <details
          open={['expires_at', 'password', 'access', 'max_downloads'].some((field) => problems[field])}
        >
          <summary>{t('transfers:admin:form:more')}</summary>
          <LinkSettings id={id} problems={problems} />
          <div className="portal-form__line">
            <label htmlFor={`${id}-most`}>{t('transfers:admin:form:maxDownloads')}</label>
            <input id={`${id}-most`} type="number" name="max_downloads" min={1} />
            <FieldProblem {...problemAt('max_downloads')} />
          </div>
          <div className="portal-form__line">
            <label htmlFor={`${id}-notify`}>{t('transfers:admin:form:notify')}</label>
            <select id={`${id}-notify`} name="notify" defaultValue="first">
              {(['first', 'every', 'none'] as const).map((notify) => (
                <option key={notify} value={notify}>
                  {t(`transfers:notify:${notify}`)}
                </option>
              ))}
            </select>
          </div>
        </details>
      </FormFields>
      <div className="portal-dialog__buttons">
        <Button margin={false} buttonStyle="secondary" onClick={() => closeModal(slug)}>
          {t('shared:cancel')}
        </Button>
        <Button margin={false} type="submit" disabled={isBusy}>
          {t(isBusy ? 'transfers:admin:form:busy' : 'transfers:admin:form:send')}
        </Button>
      </div>
    </form>
  );
};

/** Makes the browser ask before it leaves a page on which files are chosen or being sent. */
const useLeaveWarning = (isBusy: boolean): void =>
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isBusy]);
