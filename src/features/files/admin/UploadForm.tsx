import { Button } from '@payloadcms/ui';
import { type FormEvent, useId, useRef, useState } from 'react';
import { ErrorSentence } from '../../../core/ui/parts/words/words.tsx';
import { usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import { inWords } from '../../../core/ui/requests/portalApi.ts';
import { ticketFolderNames } from '../folders/ticketFolderNames.ts';
import { type Folder, tellUploaded, useFolders } from './useFiles.ts';
import { type UploadState, useUploads } from './useUploads.ts';

interface UploadFormProps {
  readonly organization: number | string | null;
  /** The ticket that the files are attached to. */
  readonly ticket: number | string;
}

/** Uploads files into a folder of the ticket's organization. */
export const UploadForm = ({ organization, ticket }: UploadFormProps) => {
  const t = usePortalTexts();
  const { folders, reload } = useFolders(organization);
  const { uploads, upload } = useUploads();
  const [chosen, setChosen] = useState('');
  const isOfTickets = ({ name }: Folder) => ticketFolderNames.some((one) => one === name);
  // Without another folder, the server takes the organization's folder for tickets, and creates it if there is none.
  const own = folders?.find(isOfTickets);
  const others = folders?.filter((folder) => folder !== own) ?? [];
  const folder = others.find((one) => String(one.id) === chosen);
  const ownName = own?.name ?? ticketFolderNames[0];
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const take = async (event: FormEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    if (files.length === 0) return;
    setIsBusy(true);
    await upload(files, { ticket, ...(folder && { folder: folder.id }) });
    if (input.current) input.current.value = '';
    setIsBusy(false);
    await reload();
    tellUploaded();
  };

  return (
    <div className="portal-attachments__upload" aria-live="polite">
      <label className="portal-hidden" htmlFor={id}>
        {t('files:upload:label')}
      </label>
      <input ref={input} id={id} type="file" multiple hidden onChange={(event) => void take(event)} />
      <Button
        buttonStyle="secondary"
        size="medium"
        margin={false}
        disabled={isBusy || folders === null}
        onClick={() => input.current?.click()}
      >
        {t(isBusy ? 'files:upload:busy' : 'files:upload:action')}
      </Button>
      {others.length > 0 && (
        <label>
          {t('files:upload:intoFolder')}
          <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value="">{ownName}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={String(id)}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {folders && others.length === 0 && (
        <span className="portal-muted">{t('files:upload:intoNamedFolder', { name: ownName })}</span>
      )}
      <UploadStates uploads={uploads} />
    </div>
  );
};

/** The progress of uploads, and the reasons why others were refused. */
export const UploadStates = ({ uploads }: { readonly uploads: readonly UploadState[] }) => {
  const t = usePortalTexts();
  return uploads.map(({ id, name, share, isWaiting, problem }) =>
    problem === null ? (
      <span key={id} className="portal-upload">
        <progress aria-label={t('files:upload:progress', { name })} value={share} />
        {/* Said every ten percent: a reader of the screen is not interrupted at each byte. */}
        <span className="portal-muted" role="status">
          {isWaiting ? t('files:upload:waiting') : `${Math.floor(share * 10) * 10} %`}
        </span>
      </span>
    ) : (
      <ErrorSentence key={id}>
        {name}: {inWords(problem, t)}
      </ErrorSentence>
    ),
  );
};
