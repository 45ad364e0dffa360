import { toast } from '@payloadcms/ui';
import { useRouter } from 'next/navigation.js';
import { useEffect, useRef, useState } from 'react';
import type { TranslateText } from '../../../core/texts/text.ts';
import { usePortalRoute, usePortalTexts } from '../../../core/ui/react/usePortal.ts';
import {
  callPortal,
  inWords,
  type PortalResult,
  type PortalRoute,
  type Reason,
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
  /** The files that may be in: an upload whose response was lost may have stored its file. */
  readonly mayBeIn: Set<File>;
  /** Ends the upload that runs, if the transfer is discarded. */
  readonly ending: AbortController;
}

/**
 * Makes a transfer, uploads its files, and sends it. A second try goes on where the first stopped, unless the form has other
 * fields by now, or lacks a file that may be in. A large file goes on after a lost connection by itself. A form that is gone, in
 * whatever way it was closed, sends nothing more.
 */
export const useSendFiles = () => {
  const portalRoute = usePortalRoute();
  const t = usePortalTexts();
  const router = useRouter();
  const [progress, setProgress] = useState<readonly FileProgress[]>([]);
  const draft = useRef<Draft | null>(null);
  const isClosed = useRef(false);

  const send = async (fields: object, files: readonly File[]): Promise<PortalResult<Transfer>> => {
    const begun = await takeDraft(fields, files);
    if ('ok' in begun) return begun;
    if (isClosed.current) await discard();
    const refused = await uploadAll(begun, files);
    if (refused) return refused;
    if (begun.ending.signal.aborted) return givenUp;
    const sent = await sendOnce(portalRoute, begun.id);
    if (sent.ok) draft.current = null;
    return sent;
  };

  /** @returns the draft that the form goes on with, or the reason why it cannot begin another one */
  const takeDraft = async (fields: object, files: readonly File[]): Promise<Draft | Rejection> => {
    const before = draft.current;
    if (before && mayGoOn(before, fields, files)) return before;
    const left = await discard();
    if (left !== null) return { ok: false, message: left, details: [] };
    const made = await create(portalRoute, fields);
    if (!('ok' in made)) draft.current = made;
    return made;
  };

  /** @returns the first refusal, after which no further file is uploaded */
  const uploadAll = async (begun: Draft, files: readonly File[]): Promise<Rejection | null> => {
    const { uploaded } = begun;
    setProgress(files.map((file) => ({ share: uploaded.has(file) ? 1 : 0, isWaiting: false })));
    for (const [place, file] of files.entries()) {
      if (begun.ending.signal.aborted) return givenUp;
      if (uploaded.has(file)) continue;
      const change = (by: Partial<FileProgress>) =>
        setProgress((all) => all.map((one, other) => (other === place ? { ...one, ...by } : one)));
      const result = await upload({ portalRoute, t }, { begun, file, change });
      if (!result.ok) return atFiles(result, file.name);
    }
    return null;
  };

  /**
   * Deletes what a given-up form has made, unless it has been sent, and the response was lost.
   *
   * @returns the reason why it is still there; null if it is not
   */
  const discard = async (): Promise<Reason | null> => {
    const begun = draft.current;
    if (!begun) return null;
    begun.ending.abort();
    const path = `/transfers/${begun.id}` as const;
    const deleted = await callPortal(portalRoute, { method: 'DELETE', path: `${path}?status=draft` });
    const isSent = !deleted.ok && (await findSent(portalRoute, begun.id)) !== null;
    if (deleted.ok || isSent) draft.current = null;
    if (isSent) router.refresh();
    return isSent ? sentBefore : deleted.ok ? null : deleted.message;
  };

  const close = useRef(discard);
  close.current = async () => {
    const left = await discard();
    if (left === sentBefore) toast.warning(t('transfers:admin:form:sentClosed'), { duration: 30_000 });
    return left;
  };
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      void close.current();
    };
  }, []);

  return { progress, send };
};

interface Page {
  readonly portalRoute: PortalRoute;
  readonly t: TranslateText;
}

interface Upload {
  readonly begun: Draft;
  readonly file: File;
  change(by: Partial<FileProgress>): void;
}

const upload = async (
  page: Page,
  { begun, file, change }: Upload,
): Promise<Rejection | { readonly ok: true }> => {
  begun.mayBeIn.add(file);
  const onProgress = (share: number) => change({ share });
  const result =
    file.size > largeFrom
      ? await uploadLarge(page, { begun, file, change })
      : await sendFile(page.portalRoute, {
          path: `/transfers/${begun.id}/files`,
          file,
          isOnce: true,
          onProgress,
        });
  if (result.ok) begun.uploaded.add(file);
  // A file that the portal refuses is not in.
  else if (result.details.length > 0) begun.mayBeIn.delete(file);
  return result;
};

const uploadLarge = async (
  { portalRoute, t }: Page,
  { begun: { id, ending }, file, change }: Upload,
): Promise<Rejection | { readonly ok: true }> => {
  const sent = await sendInChunks(portalRoute, {
    file,
    metadata: { target: `transfer:${id}` },
    onProgress: (share) => change({ share }),
    onWaiting: (isWaiting) => change({ isWaiting }),
    signal: ending.signal,
  });
  if (sent.ok) return sent;
  const message = inWords(sent.message, t);
  // The portal's own sentence is about this file.
  const details = typeof sent.message === 'string' ? [{ path: 'files', message }] : [];
  return { ok: false, message, details };
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
    mayBeIn: new Set(),
    ending: new AbortController(),
  };
};

/** Sends a draft. If the response is lost, its state tells whether it has been sent. */
const sendOnce = async (portalRoute: PortalRoute, id: string): Promise<PortalResult<Transfer>> => {
  const sent = await callPortal<Transfer>(portalRoute, { method: 'POST', path: `/transfers/${id}/send` });
  if (sent.ok) return sent;
  const found = await findSent(portalRoute, id);
  return found ? { ok: true, output: found } : sent;
};

/** The transfer, if it has been sent; null if it is a draft, or the portal does not tell. */
const findSent = async (portalRoute: PortalRoute, id: string): Promise<Transfer | null> => {
  const found = await callPortal<Transfer>(portalRoute, { method: 'GET', path: `/transfers/${id}` });
  return found.ok && found.output.status === 'ready' ? found.output : null;
};

/** The reason why a form that has changed since sends nothing: its first version has been sent. */
const sentBefore: Reason = { key: 'transfers:admin:form:sentBefore' };

/** No one sees it: its form is gone. */
const givenUp: Rejection = { ok: false, message: '', details: [] };

const mayGoOn = ({ fields: made, mayBeIn, ending }: Draft, fields: object, files: readonly File[]): boolean =>
  made === JSON.stringify(fields) &&
  !ending.signal.aborted &&
  [...mayBeIn].every((file) => files.includes(file));

/** Names the file whose upload was refused. */
const atFiles = (rejection: Rejection, name: string): Rejection => {
  const { message, details } = rejection;
  const words = details[0]?.message ?? message;
  if (typeof words !== 'string') return rejection;
  return { ...rejection, details: [{ path: 'files', message: `${name}: ${words}` }] };
};
