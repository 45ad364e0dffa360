import { mkdir, mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Payload } from 'payload';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { diskStorageName } from '../../../src/features/files/storage/diskStorage.ts';
import { readWhole } from '../../../src/features/files/storage/storageOf.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-whole-'));
  await mkdir(join(folder, 'me'));
});

afterAll(() => rm(folder, { recursive: true }));

it('a file that is deleted meanwhile is gone, and no fault', async () => {
  const upload = { adapter: diskStorageName, staticDir: folder };
  const payload = { collections: { files: { config: { upload } } } } as unknown as Payload;
  const file = { id: 1, filename: 'message', name: 'message', mimeType: 'text/plain', filesize: 2 };
  const path = join(folder, 'me', 'message');
  for (let round = 0; round < 300; round += 1) {
    await writeFile(path, 'Hi');
    const [found] = await Promise.all([readWhole(payload, 'files', file), unlink(path)]);
    expect(found?.toString() ?? null).toBeOneOf([null, 'Hi']);
  }
});
