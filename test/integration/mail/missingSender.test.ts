import { type SupportPortalOptions, smtpTransport, structuredLogger } from 'payload-support-portal';
import { describe, expect, it } from 'vitest';
import { contextOf } from '../../../src/core/context.ts';
import { findLocalSender } from '../../../src/features/mail/start.ts';
import { sessionOf } from '../../support/api/api.ts';
import { startPortal, stopAfterTest } from '../../support/portal/payload.ts';
import { createPeople } from '../../support/portal/people.ts';

const smtp = smtpTransport({ host: '127.0.0.1', port: 9 });

/** Starts a portal, and returns what its start warns of. */
const start = async ({ portal, databaseUrl, app }: Parameters<typeof startPortal>[0] = {}) => {
  const lines: string[] = [];
  const logger = structuredLogger({ write: (line) => void lines.push(line) });
  const started = stopAfterTest(
    await startPortal({
      portal: { workers: 'external', ...portal },
      app: { logger, ...app },
      ...(databaseUrl && { databaseUrl }),
    }),
  );
  const warned = () => lines.filter((line) => line.includes('No usable sender is set'));
  const local = async () => {
    const context = contextOf(started.payload);
    if (!context) throw new Error('The plugin is not installed.');
    return findLocalSender(started.payload, context.options.mail);
  };
  return { ...started, warned, local };
};

const by = (mail: SupportPortalOptions['mail']) => ({ portal: { mail } }) as const;

describe('the start', () => {
  it('warns if a provider is connected and no sender is set, and names each way to set it', async () => {
    const { warned, local } = await start(by({ transports: [smtp] }));
    await expect.poll(warned).toHaveLength(1);
    for (const part of ['support@localhost', 'Settings', 'mail.from', 'MAIL_FROM'])
      expect(warned()[0]).toContain(part);
    expect(await local()).toContain('support@localhost');
  });

  it('warns of a sender at localhost, as a copied example names it, too', async () => {
    const { warned } = await start(by({ transports: [smtp], from: 'Acme <help@localhost>' }));
    await expect.poll(warned).toHaveLength(1);
    expect(warned()[0]).toContain('Acme <help@localhost>');
  });

  it('warns of a provider that Settings connect, until Settings name a sender', async () => {
    const first = await start();
    const people = await createPeople(first);
    expect(await first.local()).toBeNull();
    const administrator = sessionOf(first, people.administrator);
    const save = (notifications: object) => administrator.post('/globals/portal-settings', { notifications });
    const settings = { smtp: { host: '127.0.0.1', port: 9 } };
    expect((await save(settings)).status).toBe(200);
    await expect.poll(first.local).toContain('support@localhost');
    const second = await start({ databaseUrl: first.databaseUrl });
    await expect.poll(second.warned).toHaveLength(1);
    expect((await save({ ...settings, from: 'Acme <support@acme.example>' })).status).toBe(200);
    await expect.poll(first.local).toBeNull();
    const third = await start({ databaseUrl: first.databaseUrl });
    expect(await third.local()).toBeNull();
    expect(third.warned()).toEqual([]);
  });

  it.each([
    ['no provider is connected', {}],
    ['a sender is set', by({ transports: [smtp], from: 'Acme <support@acme.example>' })],
    [
      'the app’s own adapter has one',
      {
        ...by({ transports: [smtp] }),
        app: {
          email: () => ({
            name: 'own',
            defaultFromAddress: 'app@example.com',
            defaultFromName: 'App',
            sendEmail: async () => {},
          }),
        },
      },
    ],
  ])('says nothing if %s', async (_reason, options) => {
    const { local, warned } = await start(options);
    expect(await local()).toBeNull();
    expect(warned()).toEqual([]);
  });
});
