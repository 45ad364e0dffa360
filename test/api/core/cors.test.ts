import { describe, expect, it } from 'vitest';
import type { SupportPortalOptions } from '../../../src/index.ts';
import { keyClient } from '../../support/api/api.ts';
import { startPortal, stopAfterTest } from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

const start = async (cors?: SupportPortalOptions['cors']) => {
  const portal = stopAfterTest(await startPortal({ portal: { workers: 'external', ...(cors && { cors }) } }));
  const people = await createPeople(portal);
  const key = await keyClient(portal, people.administrator, { owner: people.administrator });
  return {
    get: (Origin: string) => key.get('/v1/tickets', { Origin }),
    preflight: (Origin: string, path = '/v1/tickets') =>
      portal.fetch(`/api${path}`, {
        method: 'OPTIONS',
        headers: {
          Origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
        },
      }),
  };
};

const allowedOrigin = ({ headers }: { headers: Headers }) => headers.get('Access-Control-Allow-Origin');

const app = 'https://app.example.com';

describe('CORS', () => {
  it('is off by default: a page of another origin cannot read a response', async () => {
    const { get, preflight } = await start();
    const answer = await get(app);
    expect([answer.status, allowedOrigin(answer)]).toEqual([200, null]);
    expect(allowedOrigin(await preflight(app))).toBeNull();
  });

  it('allows only the origins of the option', async () => {
    const { get, preflight } = await start([app]);
    const answer = await get(app);
    expect(allowedOrigin(answer)).toBe(app);
    expect(answer.headers.get('Vary')).toContain('Origin');
    expect(answer.headers.get('Access-Control-Expose-Headers')).toContain('ETag');
    // The page sends the key in a header, so it needs no cookie.
    expect(answer.headers.get('Access-Control-Allow-Credentials')).toBeNull();
    const others = [
      'https://evil.example',
      'https://app.example.com.evil.example',
      'http://app.example.com',
      'null',
    ];
    for (const other of others) {
      expect(allowedOrigin(await get(other))).toBeNull();
      expect(allowedOrigin(await preflight(other))).toBeNull();
    }
  });

  it('answers a preflight without credentials with 204', async () => {
    const { preflight } = await start([app]);
    for (const path of ['/v1/tickets', '/v1/tickets/7', '/portal/v1/email-log']) {
      const response = await preflight(app, path);
      expect([path, response.status]).toEqual([path, 204]);
      const list = (name: string) => (response.headers.get(name) ?? '').toLowerCase().split(', ');
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(app);
      expect(list('Access-Control-Allow-Methods')).toContain('post');
      expect(list('Access-Control-Allow-Headers')).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'if-match']),
      );
    }
  });

  it('allows every origin by *', async () => {
    const { get, preflight } = await start('*');
    expect(allowedOrigin(await get(app))).toBe('*');
    expect(allowedOrigin(await preflight('https://elsewhere.example'))).toBe('*');
  });
});
