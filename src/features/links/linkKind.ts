import type { PayloadRequest } from 'payload';
import type { z } from 'zod';
import type { PortalContext } from '../../core/context.ts';
import type { RecordId } from '../../core/shared/values/ids.ts';
import type { ServedBytes } from '../files/feature.ts';
import type { StoredLink } from './storedLinks.ts';

/** The proof that a link asks for beside itself: none, a code mailed to its recipient, or their sign-in. */
export const linkAccesses = ['link', 'code', 'account'] as const;

export type LinkAccess = (typeof linkAccesses)[number];

/** A record that links lead to, as the link API sees it. */
export interface LinkedRecord {
  readonly id: RecordId;
  readonly title: string;
  readonly message: string | null;
  /** The name of the user who sent it; null once they are deleted. */
  readonly sender: string | null;
  readonly createdBy: RecordId | null;
  readonly organization: RecordId | null;
  readonly expiresAt: Date | null;
  /** `absent`: not there yet, or no more: 404. `over`: 410, with the advice to ask for a new link. */
  readonly state: 'absent' | 'open' | 'over';
  readonly access: LinkAccess;
  /** The hash as `hashPassword` made it; null for none. */
  readonly passwordHash: string | null;
}

/** A file that a page of a link offers. */
export interface LinkedFile {
  readonly id: string;
  readonly filename: string;
  readonly size_bytes: number;
  readonly mime_type: string;
}

/** A request at a link whose record is known. */
export interface AtLink {
  readonly req: PayloadRequest;
  readonly portal: PortalContext;
  readonly link: StoredLink;
  readonly record: LinkedRecord;
}

/**
 * A kind of record that links lead to, such as transfers. Its feature declares it by `linkKinds`; an operation of its own at
 * a link stands below `/portal/v1/links/{link}`, with `linkHolders` as its `who`.
 */
export interface LinkKind {
  /** The kind as the link API names it, and as mails are related to it: `transfer`. */
  readonly kind: string;
  /** The path of its page below the client pages, before the link: `/t`. */
  readonly page: `/${string}`;
  /** @returns null for a record that is gone */
  read(req: PayloadRequest, portal: PortalContext, recordId: string): Promise<LinkedRecord | null>;
  /** The files that an unlocked link offers. */
  files(at: AtLink): Promise<readonly LinkedFile[]>;
  /** Members of the link API's `GET` that only this kind has, by name; null on links of other kinds, and while a link is locked. */
  readonly members?: Readonly<Record<string, z.ZodType>>;
  readMembers?(at: AtLink): Promise<Readonly<Record<string, unknown>>>;
  /** Limits and records the downloads of its files; without it a link of this kind has none. */
  readonly downloads?: LinkDownloads;
}

/** The bytes of one download by a link: a file, or a zip of all. */
export interface Downloadable {
  /** It is null for the zip. */
  readonly fileId: string | null;
  readonly served: ServedBytes;
}

/** Downloads by the links of a kind. */
export interface LinkDownloads {
  /** @returns null if the link offers no such file; null as `fileId` stands for a zip of all */
  find(at: AtLink, fileId: string | null): Promise<Downloadable | null>;
  /** The most downloads of one file by one link; null for any number. */
  most(at: AtLink): Promise<number | null>;
  /** Called once for each download, in the transaction that counts it. */
  count(at: AtLink, download: CountedDownload): Promise<void>;
}

/** A download whose last byte has gone out. */
export interface CountedDownload {
  readonly fileId: string | null;
  /** True for the first one of this link. */
  readonly isFirst: boolean;
  /** The recipient's downloads so far, this one included; those of the link if it is no one's. */
  readonly downloads: number;
}
