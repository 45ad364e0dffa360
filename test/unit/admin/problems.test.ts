import { describe, expect, it } from 'vitest';
import {
  loggedOut,
  placeProblems,
  sentenceOf,
  unreachable,
  whole,
} from '../../../src/core/ui/requests/portalApi.ts';
import { englishTexts, germanTexts } from '../../support/texts.ts';

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
        { path: 'events.0', message: 'Choose from …' },
      ]),
      ['url', 'events'],
    );
    expect(problems).toEqual({ url: 'It is private.', events: 'Choose from …' });
  });

  it('belongs to the whole form where it is none of its fields', () => {
    const place = (details: Parameters<typeof refusal>[0]) => placeProblems(refusal(details), ['url'])[whole];
    expect(place([{ path: 'organization_id', message: 'There is none.' }])).toBe('There is none.');
    expect(place([])).toBe('url: It is private. (and 1 more)');
  });

  it('offers the login if the session has ended', () => {
    const ended = { ok: false as const, message: loggedOut, details: [] };
    expect(placeProblems(ended, ['url'])[whole]).toBe(loggedOut);
  });

  it('is told in the reader’s language if the server says nothing', () => {
    const silent = { ok: false as const, message: unreachable, details: [] };
    expect(sentenceOf(silent, englishTexts)).toMatch(/could not be reached/);
    expect(sentenceOf(silent, germanTexts)).toMatch(/nicht erreichbar/);
  });
});
