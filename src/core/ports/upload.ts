import type { File, PayloadRequest } from 'payload';
import type { ApiKey } from '../access/apiKey.ts';
import type { Principal } from '../access/roles.ts';
import type { PortalContext } from '../context.ts';
import type { OpenContext } from '../http/operationContext.ts';
import type { ApiError } from '../shared/errors/errors.ts';
import type { RecordId } from '../shared/values/ids.ts';

/** A large upload as its sender announces it, before its first byte. */
export interface AnnouncedUpload {
  /** The part of `target` behind the colon; empty if there is none. */
  readonly id: string;
  /** The sender's name of the file, cleaned as that of any file. */
  readonly filename: string;
  /** The media type that the sender declares; null if none. */
  readonly filetype: string | null;
  readonly size: number;
  /** Further metadata, of the names that the target takes. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** The sender of a large upload. */
export interface Uploader {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  /** It is null for the holder of a link. */
  readonly caller: Principal | null;
  /** It is null for a session, and for the holder of a link. */
  readonly key: ApiKey | null;
  /** The holder, as the credential's `admit` found it; null for a user. */
  readonly holder: unknown;
}

/** The place of a large upload, kept as JSON until it is complete: ids, and nothing secret. */
export type UploadPlace = Readonly<Record<string, string | number | boolean | null>>;

export interface AdmittedUpload {
  readonly place: UploadPlace;
  /** A lower limit than that of all large uploads, in bytes. */
  readonly maxBytes?: number;
  /** Counts unfinished uploads to the same record. */
  readonly beside?: {
    /** The member of `place` that names the record. */
    readonly member: string;
    /**
     * @param sizes those of the unfinished uploads, in bytes, without this one
     * @throws {ApiError} the refusal of one more
     */
    assertRoom(sizes: readonly number[]): void;
  };
}

/** A large upload whose last byte has arrived. */
export interface CompleteUpload {
  /** Has the uploader as its user, unless they are no user. Its transaction is that of the whole completion. */
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly place: UploadPlace;
  /** The file for the CMS's `create`, which takes it in the ordinary way. */
  readonly file: File;
}

/** A place into which large uploads go: a folder, a ticket, a record of another feature. */
export interface UploadTarget {
  /** The beginning of the metadata `target`: all of it, or the part before the colon. */
  readonly name: string;
  /** The names of further metadata that it takes. */
  readonly metadata?: readonly string[];
  /**
   * Decides before the first byte.
   *
   * @throws {ApiError} the refusal: `forbidden`, `validation_failed` with the path `target`, `payload_too_large`, `conflict`
   */
  admit(upload: AnnouncedUpload, uploader: Uploader): Promise<AdmittedUpload>;
  /**
   * Looks at the place again before each chunk, so that no one sends what would be refused in the end.
   *
   * @throws {ApiError} a refusal that is final: the bytes go.
   */
  look?(upload: Omit<CompleteUpload, 'file'>): Promise<void>;
  /**
   * Creates the file in the transaction of `req`. Called again after a fault, and committed once.
   *
   * @returns its id
   * @throws {ApiError} a refusal that is final: the bytes go. Any other error is tried again.
   */
  take(upload: CompleteUpload): Promise<RecordId>;
}

/** A credential of large uploads that belongs to no user, such as a link. */
export interface UploadCredential {
  /** The name of its security scheme, for the documents. */
  readonly scheme: string;
  /**
   * Finds its holder.
   *
   * @returns null for a request that does not carry this credential
   * @throws {ApiError} `unauthorized`, `not_found` or `forbidden` for one that carries a wrong one
   */
  admit(context: OpenContext): Promise<UploadHolder | null>;
}

export interface UploadHolder {
  /** A permanent name of the credential, such as `link:17`: an upload belongs to the holder who began it. */
  readonly id: string;
  /** Handed to the target. */
  readonly value: unknown;
  /**
   * The refusal of a credential that has ended: the unfinished upload that it asks for ends as well. It is null if it has
   * not.
   */
  readonly ended: ApiError | null;
}
