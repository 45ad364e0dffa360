import type { StoredFile } from '../record/storedFile.ts';
import type { PartRange } from '../serving/range.ts';

/** The storage of the bytes of files. */
export interface FileStorage {
  /** Access to the bytes; null if a storage adapter of the CMS handles them by its own hooks. */
  readonly own: {
    /** Stores the file at `path`. */
    keep(path: string, storedName: string): Promise<void>;
    remove(storedName: string): Promise<void>;
  } | null;
  /** Takes bytes away. Rejects if they are still there. */
  undo(file: StoredFile): Promise<void>;
  /** Number of stored bytes; null if there is no such file. */
  sizeOf(file: StoredFile): Promise<number | null>;
  /**
   * Returns null if there are no bytes. If they are more or fewer than the range, or the size of the file, they end in an error.
   */
  read(file: StoredFile, range: PartRange | null): Promise<AsyncIterable<Uint8Array> | null>;
}
