import { expect, it } from 'vitest';
import { z } from 'zod';
import { isAdministrator, type Principal } from '../../../src/core/access/roles.ts';
import { type Operation, usersOf } from '../../../src/core/http/operation.ts';
import { withSessionRoutes } from '../../../src/core/http/routes.ts';

const operation = {
  name: 'close_all',
  summary: 'Closes all.',
  method: 'POST',
  path: '/v1/all/close',
  who: { gate: isAdministrator, scope: null, sessions: ['staff'] },
  input: z.strictObject({}),
  answer: { output: z.strictObject({}), status: 200 },
} as unknown as Operation;

it('the route of staff lets in those alone whom the operation itself lets in', () => {
  const route = withSessionRoutes([operation]).find(({ path }) => path === '/portal/v1/all/close');
  const gate = route && usersOf(route)?.gate;
  const opens = ['administrator', 'editor', 'representative', 'client'].filter((role) =>
    gate?.({ role } as Principal),
  );
  expect(opens).toEqual(['administrator']);
});
