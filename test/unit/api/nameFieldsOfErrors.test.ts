import { expect, it } from 'vitest';
import { nameFieldsOfErrors } from '../../../src/core/portal/registerCollections.ts';

const answerTo = async (error: Error) => {
  const { hooks } = nameFieldsOfErrors({ slug: 'files', fields: [] });
  const [hook] = hooks?.afterError ?? [];
  const parts = { error, req: { t: (key: string) => key }, result: {} };
  return hook?.(parts as never);
};

it('the CMS answers 507 for a disk without room, and nothing of ours for another fault', async () => {
  expect(await answerTo(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toMatchObject({
    status: 507,
    response: { errors: [{ message: expect.stringContaining('noRoom') }] },
  });
  expect(await answerTo(Object.assign(new Error('write'), { code: 'EIO' }))).toBeUndefined();
});
