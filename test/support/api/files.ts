import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupportPortalOptions } from 'payload-support-portal';

import { startPortal, type TestPortal } from '../portal/payload.ts';
import { createPeople, type People } from '../portal/people.ts';

type App = NonNullable<Parameters<typeof startPortal>[0]>['app'];

export interface FilesPortal extends TestPortal {
  people: People;
  dataDir: string;
  /** Keys of staff that spans, of staff of `people.organization`, of its client and of one of the other. */
  keys: Record<'spanning' | 'staff' | 'client' | 'stranger', string>;
}

/** A portal with a data folder of its own, people, and API keys of theirs. Plugins may add columns to its tables. */
export const startFilesPortal = async (
  portal: SupportPortalOptions = {},
  app: App = {},
): Promise<FilesPortal> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-files-'));
  const started = await startPortal({
    portal: { dataDir, ...portal },
    app,
    push: app.plugins !== undefined,
  });
  const stop = async () => {
    await started.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const people = await createPeople(started);
  const { id } = await started.payload.create({
    collection: 'users',
    data: {
      email: 'stranger@example.com',
      password: randomUUID(),
      role: 'client',
      organization: people.otherOrganization,
    },
    overrideAccess: true,
  });
  const makeKey = async (ownerId: number | string, organization: number | null): Promise<string> => {
    const response = await started.fetch('/api/portal/v1/api-keys', {
      method: 'POST',
      headers: {
        Authorization: `JWT ${people.administrator.token}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({
        name: 'files',
        owner_id: String(ownerId),
        ...(organization !== null && { organization_id: String(organization) }),
      }),
    });
    if (response.status !== 201) throw new Error(await response.text());
    return ((await response.json()) as { key: string }).key;
  };
  const keys = {
    spanning: await makeKey(people.administrator.id, null),
    staff: await makeKey(people.editor.id, people.organization),
    client: await makeKey(people.client.id, people.organization),
    stranger: await makeKey(id, people.otherOrganization),
  };
  return { ...started, stop, people, dataDir, keys };
};

interface Answer<Body = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Body;
}

interface Call {
  key: string;
  method?: string;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

/** One call of the API; its response is read as JSON. */
export const call = async <Body = Record<string, unknown>>(
  portal: TestPortal,
  path: string,
  { key, method = 'GET', json, form, headers = {} }: Call,
): Promise<Answer<Body>> => {
  const response = await portal.fetch(`/api/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
    ...(form && { body: form }),
  });
  const text = await response.text();
  const body = (text === '' ? null : JSON.parse(text)) as Body;
  return { status: response.status, headers: response.headers, body };
};

export interface FileBody {
  id: string;
  filename: string;
  size_bytes: number;
  mime_type: string;
  folder_id: string;
  ticket_id: string | null;
  uploaded_at: string;
  download_url: string;
  error?: string;
  message?: string;
  details?: { path: string; message: string }[];
}

interface Upload {
  key: string;
  folder: string;
  name?: string;
  content?: string | Uint8Array;
  type?: string;
  ticket?: string;
  headers?: Record<string, string>;
}

export const upload = (
  portal: TestPortal,
  { key, folder, name = 'note.txt', content = 'hello', type = 'text/plain', ticket, headers }: Upload,
): Promise<Answer<FileBody>> => {
  const form = new FormData();
  form.set('file', new File([content as BlobPart], name, { type }));
  form.set('folder_id', folder);
  if (ticket !== undefined) form.set('ticket_id', ticket);
  return call<FileBody>(portal, '/files', { key, method: 'POST', form, ...(headers && { headers }) });
};

export const makeFolder = async (portal: TestPortal, key: string, name = 'Plans'): Promise<string> => {
  const { status, body } = await call<{ id: string }>(portal, '/folders', {
    key,
    method: 'POST',
    json: { name },
  });
  if (status !== 201) throw new Error(`The folder could not be made: ${JSON.stringify(body)}`);
  return body.id;
};

/** The path and query of a link, below the portal's own address. */
export const pathOf = (link: string): string => {
  const { pathname, search } = new URL(link);
  return pathname + search;
};

/** The files on disk, each by the end of its path: the stored bytes, and those still on their way. */
export const bytesOnDisk = ({ dataDir }: Pick<FilesPortal, 'dataDir'>) => ({
  stored: filesBelow(join(dataDir, 'uploads')),
  waiting: filesBelow(join(dataDir, 'uploads-tmp')).filter((name) => name !== 'owner.json'),
});

/** Path of the bytes of a stored name. */
export const storedPath = ({ dataDir }: Pick<FilesPortal, 'dataDir'>, name: string): string =>
  join(dataDir, 'uploads', name.slice(0, 2), name);

const filesBelow = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .toSorted();
  } catch {
    return [];
  }
};
