import { Button, useConfig } from '@payloadcms/ui';
import { type FormEvent, useId, useRef, useState } from 'react';
import { callCms } from '../../../core/ui/cmsApi.ts';
import { ErrorSentence } from '../../../core/ui/Messages.tsx';
import { ReasonSentence } from '../../../core/ui/ReasonSentence.tsx';
import { inWords, type Reason } from '../../../core/ui/reason.ts';
import { usePortalTexts } from '../../../core/ui/usePortalTexts.ts';
import { useFolders } from './useFiles.ts';
import { useUploads } from './useUploads.ts';

interface UploadFormProps {
  readonly filesSlug: string;
  readonly foldersSlug: string;
  readonly organization: number | string | null;
  /** What the files are attached to. */
  readonly ticket: number | string;
  onUploaded(): void;
}

/** Uploads files into a folder of the ticket's organization. Creates a folder if there is none. */
export const UploadForm = ({ filesSlug, foldersSlug, organization, ticket, onUploaded }: UploadFormProps) => {
  const t = usePortalTexts();
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const { folders, reload } = useFolders(apiRoute, foldersSlug, organization);
  const { uploads, upload } = useUploads(apiRoute, filesSlug);
  const [chosen, setChosen] = useState('');
  const [problem, setProblem] = useState<Reason | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const folderId = async (): Promise<number | string | null> => {
    const folder = folders?.find((one) => String(one.id) === chosen) ?? folders?.[0];
    if (folder) return folder.id;
    const made = await callCms<{ doc: { id: number | string } }>(apiRoute, {
      method: 'POST',
      path: `/${foldersSlug}`,
      body: { name: t('files:upload:firstFolder'), organization },
    });
    if (made.ok) return made.output.doc.id;
    setProblem(made.message);
    return null;
  };

  const take = async (event: FormEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    if (files.length === 0) return;
    setIsBusy(true);
    setProblem(null);
    const folder = await folderId();
    if (folder !== null) await upload(files, { folder, ticket });
    if (input.current) input.current.value = '';
    setIsBusy(false);
    await reload();
    onUploaded();
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
      {folders && folders.length > 1 && (
        <label>
          {t('files:upload:intoFolder')}
          <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {folders.map((folder) => (
              <option key={folder.id} value={String(folder.id)}>
                {folder.name}
              </option>
            ))}
          </select>
        </label>
      )}
      {folders && folders.length < 2 && (
        <span className="portal-muted">
          {t('files:upload:intoNamedFolder', { name: folders[0]?.name ?? t('files:upload:firstFolder') })}
        </span>
      )}
      {problem && <ReasonSentence reason={problem} />}
      {uploads.map(({ name, share, problem: rejection }) =>
        rejection === null ? (
          <progress key={name} aria-label={t('files:upload:progress', { name })} value={share} />
        ) : (
          <ErrorSentence key={name}>
            {name}: {inWords(rejection, t)}
          </ErrorSentence>
        ),
      )}
    </div>
  );
};
