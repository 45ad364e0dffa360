import { useConfig } from '@payloadcms/ui';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { tellUploaded, useUploads } from '../../../files/ui.ts';
import { named, transferredFiles } from './transferredFiles.ts';

interface ComposerFiles {
  readonly filesSlug: string;
  readonly ticket: number | string;
  /** Refuses files with a sentence: clients see those of a ticket, and no note. */
  readonly isNote: boolean;
  onRefused(): void;
  /** Called with the upload under way; it resolves to the names of the new files. */
  onUpload(names: Promise<readonly string[]>): void;
}

/**
 * Turns pasted or dropped files into files of the composer's ticket. The server derives their organization and their folder
 * from the ticket, so no form asks for them.
 */
export const useComposerFiles = ({ filesSlug, ticket, isNote, onRefused, onUpload }: ComposerFiles) => {
  const { config } = useConfig();
  const { uploads, upload } = useUploads(config.routes.api, filesSlug);
  const [attached, setAttached] = useState<readonly string[]>([]);

  const attach = async (files: readonly File[]): Promise<readonly string[]> => {
    const now = new Date();
    const names = await upload(
      files.map((file) => named(file, now)),
      { ticket },
    );
    setAttached(names);
    if (names.length > 0) tellUploaded();
    return names;
  };

  const take = (event: ClipboardEvent | DragEvent, transfer: DataTransfer) => {
    const files = transferredFiles(transfer);
    if (files.length === 0) return;
    // The editor behind would take them, too.
    event.preventDefault();
    event.stopPropagation();
    if (isNote) onRefused();
    else onUpload(attach(files));
  };

  return {
    uploads,
    /** The names of the last ones that became files of the ticket. */
    attached,
    handlers: {
      onPasteCapture: (event: ClipboardEvent) => take(event, event.clipboardData),
      onDropCapture: (event: DragEvent) => take(event, event.dataTransfer),
      onDragOverCapture: (event: DragEvent) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault();
      },
    },
  };
};
