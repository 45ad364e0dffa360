import type { Feature } from '../../core/feature.ts';
import { idText } from '../../core/shared/values/ids.ts';
import { uploadOperations } from './operations.ts';
import { uploadOptions } from './options.ts';
import { endUploadsOf } from './rows.ts';
import { settleUploads, sweepUploads } from './settle.ts';
import * as de from './texts/de.ts';
import * as en from './texts/en.ts';

// The parts that other features use.
export { largeFrom } from './largeFrom.ts';
export { endUploadsOf } from './rows.ts';

declare module '../../core/texts/text.ts' {
  interface FeatureTexts {
    uploads: typeof en;
  }
}

/** The large uploads, open or ended, with the lock of each. */
const uploadTables = `
  create table if not exists support_portal.uploads (
    id text primary key, holder text not null, user_id text, target text not null, place jsonb not null,
    filename text not null, filetype text, size bigint not null, received bigint not null default 0,
    state text not null default 'open', file_id text, error jsonb, has_bytes boolean not null default true,
    tries integer not null default 0, again_at timestamptz not null default now(),
    lock_holder uuid, locked_until timestamptz, is_lock_wanted boolean not null default false,
    created_at timestamptz not null default now(), expires_at timestamptz not null);
  alter table support_portal.uploads add column if not exists received_at timestamptz not null default now();
  create index if not exists uploads_holder_idx on support_portal.uploads (holder);
  create index if not exists uploads_file_idx on support_portal.uploads (file_id)`;

/** Large uploads: resumed after any interruption, and files of the ordinary way once they are complete. */
export const uploads: Feature = {
  name: 'uploads',
  tables: uploadTables,
  options: uploadOptions,
  collectionHooks: () => ({ files: { beforeDelete: [({ id, req }) => endUploadsOf(req, [idText(id)])] } }),
  texts: { en: { ...en }, de: { ...de } },
  tags: { uploads: { name: 'Large uploads', description: 'Resumable uploads by the protocol tus 1.0.' } },
  operations: (features, { clients }) => uploadOperations(features, !clients.disabled),
  polls: [{ failure: 'Large uploads could not be settled', run: settleUploads }],
  dailyTasks: [{ failure: 'Bytes of large uploads that ended could not be deleted', run: sweepUploads }],
};
