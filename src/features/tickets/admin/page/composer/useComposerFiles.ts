import { useConfig } from '@payloadcms/ui';
import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react';
import { useSlugs } from '../../../../../core/ui/react/usePortal.ts';
import { callCms } from '../../../../../core/ui/requests/cmsApi.ts';
import type { Reason } from '../../../../../core/ui/requests/portalApi.ts';
import { tellUploaded, useUploads } from '../../../../files/ui.ts';
import type { DraftFile } from '../draft/draft.ts';
import { sourcesOf } from '../draft/merged.ts';

interface ComposerFilesOptions {
  readonly ticket: number | string;
  /** The author. */
  readonly person: number | string;
  readonly files: readonly DraftFile[];
  addFiles(files: readonly DraftFile[]): void;
  removeFile(id: DraftFile['id']): void;
  /** Called with the uploads under way, which resolve to false if one was refused: sending waits for them. */
  onUpload(uploads: Promise<boolean>): void;
}

/**
 * The uploads for each ticket; false if one was refused. They go on if the ticket is left or merged, and the composer that is there
 * afterwards waits for them.
 */
const underWay = new Map<string, Promise<boolean>>();

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Notes the uploads for a ticket. Until all have ended, the browser asks before it leaves the page. */
const followUploads = (ticket: string, attached: Promise<boolean>): void => {
  const before = underWay.get(ticket) ?? true;
  const uploading = Promise.allSettled([before, attached]).then((ended) => {
    if (underWay.get(ticket) === uploading) underWay.delete(ticket);
    if (underWay.size === 0) removeEventListener('beforeunload', askBeforeLeaving);
    return ended.every((one) => one.status === 'fulfilled' && one.value);
  });
  underWay.set(ticket, uploading);
  addEventListener('beforeunload', askBeforeLeaving);
};

/**
 * The files of the reply that is written: chosen, pasted or dropped. They are uploaded at once, as internal files of the
 * ticket, which clients do not see before the reply is sent. The server derives their organization and their folder from the
 * ticket, so no form asks for them.
 */
export const useComposerFiles = (options: ComposerFilesOptions) => {
  const { ticket, person, files, addFiles, removeFile, onUpload } = options;
  const { config } = useConfig();
  const apiRoute = config.routes.api;
  const slug = useSlugs().files;
  const { uploads, upload } = useUploads();
  const [problem, setProblem] = useState<Reason | null>(null);

  /** @returns false if a file was refused */
  const attach = async (chosen: readonly File[]): Promise<boolean> => {
    const now = new Date();
    const stored = await upload(
      chosen.map((file) => named(file, now)),
      { ticket, internal: true },
    );
    addFiles(stored.map(({ id, name, filesize }) => ({ id, name, filesize })));
    if (stored.length > 0) tellUploaded();
    return stored.length === chosen.length;
  };

  const add = (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    setProblem(null);
    const attached = attach(chosen);
    followUploads(String(ticket), attached);
    onUpload(attached);
  };

  const waitFor = useRef(onUpload);
  waitFor.current = onUpload;
  useEffect(() => {
    for (const one of [String(ticket), ...sourcesOf(ticket, person)]) {
      const uploading = underWay.get(one);
      if (uploading) waitFor.current(uploading);
    }
  }, [ticket, person]);

  const remove = async ({ id }: DraftFile): Promise<void> => {
    removeFile(id);
    const result = await callCms(apiRoute, { method: 'DELETE', path: `/${slug}/${id}?depth=0`, person });
    setProblem(result.ok ? null : result.message);
    tellUploaded();
  };

  const take = (event: ClipboardEvent | DragEvent, transfer: DataTransfer) => {
    const brought = transferredFiles(transfer);
    if (brought.length === 0) return;
    // The editor behind would take them, too.
    event.preventDefault();
    event.stopPropagation();
    add(brought);
  };

  return {
    uploads,
    problem,
    add,
    remove,
    removeAll: () => Promise.all(files.map(remove)),
    handlers: {
      onPasteCapture: (event: ClipboardEvent) => take(event, event.clipboardData),
      onDropCapture: (event: DragEvent) => take(event, event.dataTransfer),
      onDragOverCapture: (event: DragEvent) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      },
    },
  };
};

export type ComposerFilesState = ReturnType<typeof useComposerFiles>;

type Transfer = Pick<DataTransfer, 'files' | 'getData'>;

/**
 * The files that a paste or a drop brings. Word processors paste a picture of their text beside it: the text is meant
 * then. A browser's “Copy image” brings HTML with the picture alone.
 */
const transferredFiles = (transfer: Transfer | null): readonly File[] => {
  const files = [...(transfer?.files ?? [])];
  if (files.length === 0 || !transfer) return [];
  const html = transfer.getData('text/html');
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent;
  return text?.trim() ? [] : files;
};

/** A pasted picture has no name of its own: browsers call each of them `image.png`. */
const named = (file: File, now: Date): File => {
  if (!/^image\.\w+$/.test(file.name)) return file;
  const moment = now.toISOString().slice(0, 19).replaceAll(/[^\d]/g, '');
  return new File([file], `screenshot-${moment}${file.name.slice('image'.length)}`, { type: file.type });
};
