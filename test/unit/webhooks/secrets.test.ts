import type { Payload } from 'payload';
import type { ClientBase } from 'pg';
import { describe, expect, it } from 'vitest';
import type { PortalContext } from '../../../src/core/context.ts';
import {
  openSecrets,
  reencryptWebhooks,
  retire,
  sealSecret,
} from '../../../src/features/webhooks/secrets/secrets.ts';

const key = 'a secret of at least thirty-two characters';
const now = new Date('2026-11-21T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();
const seal = (secret: string) => sealSecret(secret, key);

describe('the secrets of a webhook', () => {
  it('sign for a day after they were replaced, the newest first', () => {
    const former_secrets = [
      { secret: seal('yesterday'), replacedAt: hoursAgo(23.9) },
      { secret: seal('long ago'), replacedAt: hoursAgo(24) },
    ];
    expect(openSecrets({ secret: seal('present'), former_secrets }, key, now)).toEqual([
      'present',
      'yesterday',
    ]);
    expect(openSecrets({ secret: seal('only'), former_secrets: null }, key, now)).toEqual(['only']);
  });

  it('are kept when they are replaced, but for those that sign no more', () => {
    const present = seal('present');
    const former_secrets = [
      { secret: 'recent', replacedAt: hoursAgo(1) },
      { secret: 'old', replacedAt: hoursAgo(25) },
    ];
    expect(retire({ secret: present, former_secrets }, now)).toEqual([
      { secret: present, replacedAt: now.toISOString() },
      { secret: 'recent', replacedAt: hoursAgo(1) },
    ]);
  });

  it('open under the key they were sealed with alone', () => {
    expect(() => openSecrets({ secret: seal('a'), former_secrets: null }, `${key}!`, now)).toThrow();
  });

  it('are carried over to another PAYLOAD_SECRET, former ones too', async () => {
    const row = {
      id: 1,
      secret: seal('present'),
      former_secrets: [{ secret: seal('former'), replacedAt: hoursAgo(1) }],
    };
    const updates: unknown[][] = [];
    const client = {
      query: async (sql: string, values?: unknown[]) => {
        expect(sql).toContain(' "web_hooks" ');
        if (values) updates.push(values);
        return { rows: values ? [] : [row] };
      },
    } as unknown as ClientBase;
    const payload = { db: { tableNameMap: new Map() } } as unknown as Payload;
    const portal = { options: { slugs: { webhooks: 'web-hooks' } } };
    await reencryptWebhooks(
      { client, payload, previous: key, current: 'another' },
      portal as unknown as PortalContext,
    );
    const [[secret, former, id] = []] = updates;
    expect(id).toBe(1);
    const stored = { secret: String(secret), former_secrets: JSON.parse(String(former)) };
    expect(openSecrets(stored, 'another', now)).toEqual(['present', 'former']);
  });
});
