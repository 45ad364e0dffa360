import { describe, expect, it } from 'vitest';
import { placeProblems } from '../../../src/admin/shared/portalApi.ts';

const refusal = (details: { path: string; message: string }[]) => ({
  ok: false as const,
  message: 'url: It is private. (and 1 more)',
  details,
});

describe('what the API refuses', () => {
  it('is placed at the fields of the form, by the name that a path begins with', () => {
    const problems = placeProblems(
      refusal([
        { path: 'url', message: 'It is private.' },
        { path: 'events.0', message: 'Give names of …' },
      ]),
      ['url', 'events'],
    );
    expect(problems).toEqual({ url: 'It is private.', events: 'Give names of …' });
  });

  it('belongs to the whole form where it is none of its fields', () => {
    expect(placeProblems(refusal([{ path: 'organization_id', message: 'There is none.' }]), ['url'])).toEqual(
      {
        '': 'There is none.',
      },
    );
    expect(placeProblems(refusal([]), ['url'])).toEqual({ '': 'url: It is private. (and 1 more)' });
  });
});
