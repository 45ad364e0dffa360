import { setTimeout as sleep } from 'node:timers/promises';
import type { Payload, SendEmailOptions } from 'payload';
import pg from 'pg';
import { startPortal } from '../../../src/core/portal/portal.ts';
import { smtpTransport } from '../../../src/features/mail/chain/transports/smtp.ts';
import { portalContextFrom } from '../../../src/portalContext.ts';

/**
 * The portal's mail and log in a process of its own, without the CMS around them, which takes seconds to load: of
 * the CMS there is only what they touch. Sends mails; at any message it closes, and has to end by itself, which the
 * CMS would not let it: that keeps a connection.
 */
interface MailerOptions {
  databaseUrl: string;
  dataDir: string;
  smtpPort: number;
  /** Begins each mail's subject. */
  name: string;
  /** How many mails are under way at once; 0 sends none. */
  atOnce: number;
  /** How many are sent by each of them. */
  each: number;
}

const options: MailerOptions = JSON.parse(process.argv[2] ?? '');

const silent = () => {};
const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 1 });
const payload = {
  collections: {},
  config: {
    secret: 'a secret of at least thirty-two characters',
    collections: [],
    globals: [],
    endpoints: [],
  },
  db: {
    name: 'postgres',
    idType: 'serial',
    pg,
    poolOptions: { connectionString: options.databaseUrl },
    pool,
    destroy: () => pool.end(),
    // It has no transactions, and needs none to send mail.
    beginTransaction: async () => null,
    commitTransaction: async () => {},
    tableNameMap: new Map(),
    tables: {},
  },
  email: {
    name: 'payload-support-portal',
    defaultFromName: 'Support',
    defaultFromAddress: 'support@example.com',
    sendEmail: () => Promise.reject(new Error('There is no adapter.')),
  },
  logger: { info: silent, warn: silent, error: silent },
} as unknown as Payload;

const portal = startPortal(
  payload,
  portalContextFrom({
    dataDir: options.dataDir,
    workers: 'external',
    mail: { transports: [smtpTransport({ host: '127.0.0.1', port: options.smtpPort })] },
  }),
);
await portal.open();
process.send?.({ ready: true });

const sendMany = async (lane: number): Promise<void> => {
  for (let number = 0; number < options.each; number++) {
    const message: SendEmailOptions = {
      to: 'ann@example.com',
      subject: `${options.name}.${lane}.${number}`,
      text: 'Hi',
    };
    await payload.email.sendEmail(message).catch(silent);
    await sleep(Math.random() * 5);
  }
};
await Promise.all(Array.from({ length: options.atOnce }, (_, lane) => sendMany(lane)));
process.send?.({ done: true });

process.on('message', async () => {
  await portal.close();
  await payload.db.destroy?.();
  process.disconnect();
});
