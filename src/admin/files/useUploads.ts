import { useState } from 'react';
import { uploadFile } from './uploadFile.ts';

/** An upload under way, or one that was refused. */
export interface UploadState {
  readonly name: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly problem: string | null;
}

/** Uploads files one after the other; those that are in are no longer listed. */
export const useUploads = (apiRoute: string, filesSlug: string) => {
  const [uploads, setUploads] = useState<readonly UploadState[]>([]);

  const upload = async (files: readonly File[], data: object): Promise<void> => {
    setUploads(files.map(({ name }) => ({ name, share: 0, problem: null })));
    const change = (index: number, by: Partial<UploadState>) =>
      setUploads((all) => all.map((one, at) => (at === index ? { ...one, ...by } : one)));
    for (const [index, file] of files.entries()) {
      const answer = await uploadFile({
        apiRoute,
        filesSlug,
        file,
        data,
        onProgress: (share) => change(index, { share }),
      });
      change(index, answer.ok ? { share: 1 } : { problem: answer.message });
    }
    setUploads((all) => all.filter(({ problem }) => problem !== null));
  };

  return { uploads, upload };
};
