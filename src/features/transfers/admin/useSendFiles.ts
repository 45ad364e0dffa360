import { useEffect, useRef, useState } from 'react';
import type { TranslateText } from '../../../core/texts/text.ts';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import {
  callPortal,
  inWords,
  type PortalResult,
  type PortalRoute,
  type Rejection,
  sendFile,
} from '../../../core/ui/requests/portalApi.ts';
import type { FileProgress } from '../../links/ui.ts';
import { largeFrom, sendInChunks } from '../../uploads/ui.ts';
import type { Transfer } from './transfer.ts';

/** A transfer that is not sent yet. */
interface Draft {
  readonly id: string;
  /** The fields that it was made of, as text. */
  readonly fields: string;
  readonly uploaded: Set<File>;
  /** Ends the upload that runs, if the transfer is discarded. */
  readonly ending: AbortController;
}

/**
 * Makes a transfer, uploads its files, and sends it. A second try goes on where the first stopped, unless the form has other
 * fields by now, or lacks a file that is in. A large file goes on after a lost connection by itself. A form that is gone, in
 * whatever way it was closed, sends nothing more.
 */
export const useSendFiles = () => {
  const portalRoute = usePortalRoute();
  const t = usePortalTexts();
  const [progress, setProgress] = useState<readonly FileProgress[]>([]);
  const draft = useRef<Draft | null>(null);
  const isClosed = useRef(false);

  const send = async (fields: object, files: readonly File[]): Promise<PortalResult<Transfer>> => {
    if (draft.current && !mayGoOn(draft.current, fields, files)) await discard();
    const begun = draft.current ?? (await create(portalRoute, fields));
    if ('ok' in begun) return begun;
    draft.current = begun;
    if (isClosed.current) await discard();
    const refused = await uploadAll(begun, files);
    if (refused) return refused;
    if (begun.ending.signal.aborted) return givenUp;
    const sent = await sendOnce(portalRoute, begun.id);
    if (sent.ok) draft.current = null;
    return sent;
  };

  /** @returns the first refusal, after which no further file is uploaded */
  const uploadAll = async (begun: Draft, files: readonly File[]): Promise<Rejection | null> => {
    const { id, uploaded } = begun;
    setProgress(files.map((file) => ({ share: uploaded.has(file) ? 1 : 0, isWaiting: false })));
    for (const [place, file] of files.entries()) {
      if (begun.ending.signal.aborted) return givenUp;
      if (uploaded.has(file)) continue;
      const change = (by: Partial<FileProgress>) =>
        setProgress((all) => all.map((one, other) => (other === place ? { ...one, ...by } : one)));
      const onProgress = (share: number) => change({ share });
      const result =
        file.size > largeFrom
          ? await uploadLarge({ portalRoute, t }, { begun, file, change })
          : await sendFile(portalRoute, { path: `/transfers/${id}/files`, file, onProgress });
      if (!result.ok) return atFiles(result, file.name);
      uploaded.add(file);
    }
    return null;
  };

  /** Deletes what a given-up form has made, unless it has been sent, and the response was lost. */
  const discard = async () => {
    const begun = draft.current;
    draft.current = null;
    begun?.ending.abort();
    if (begun)
      await callPortal(portalRoute, { method: 'DELETE', path: `/transfers/${begun.id}?status=draft` });
  };

  const close = useRef(discard);
  close.current = discard;
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      void close.current();
    };
  }, []);

  return { progress, send };
};

interface LargeUpload {
  readonly begun: Draft;
  readonly file: File;
  change(by: Partial<FileProgress>): void;
}

const uploadLarge = async (
  { portalRoute, t }: { readonly portalRoute: PortalRoute; readonly t: TranslateText },
  { begun: { id, ending }, file, change }: LargeUpload,
): Promise<Rejection | { readonly ok: true }> => {
  const sent = await sendInChunks(portalRoute, {
    file,
    metadata: { target: `transfer:${id}` },
    onProgress: (share) => change({ share }),
    onWaiting: (isWaiting) => change({ isWaiting }),
    signal: ending.signal,
  });
  return sent.ok ? sent : { ok: false, message: inWords(sent.message, t), details: [] };
};

const create = async (portalRoute: PortalRoute, fields: object): Promise<Draft | Rejection> => {
  const made = await callPortal<Transfer>(portalRoute, {
    method: 'POST',
    path: '/transfers',
    body: fields,
  });
  if (!made.ok) return made;
  return {
    id: made.output.id,
    fields: JSON.stringify(fields),
    uploaded: new Set(),
    ending: new AbortController(),
  };
};

/** Sends a draft. If the response is lost, its state tells whether it has been sent. */
const sendOnce = async (portalRoute: PortalRoute, id: string): Promise<PortalResult<Transfer>> => {
  const path = `/transfers/${id}` as const;
  const sent = await callPortal<Transfer>(portalRoute, { method: 'POST', path: `${path}/send` });
  if (sent.ok) return sent;
  const found = await callPortal<Transfer>(portalRoute, { method: 'GET', path });
  return found.ok && found.output.status === 'ready' ? found : sent;
};

/** No one sees it: its form is gone. */
const givenUp: Rejection = { ok: false, message: '', details: [] };

const mayGoOn = ({ fields: made, uploaded }: Draft, fields: object, files: readonly File[]): boolean =>
  made === JSON.stringify(fields) && [...uploaded].every((file) => files.includes(file));

/** Names the file whose upload was refused. */
const atFiles = (rejection: Rejection, name: string): Rejection => {
  const { message, details } = rejection;
  const words = details[0]?.message ?? message;
  if (typeof words !== 'string') return rejection;
  return { ...rejection, details: [{ path: 'files', message: `${name}: ${words}` }] };
};
