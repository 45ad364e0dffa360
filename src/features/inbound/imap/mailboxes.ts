import { randomUUID } from 'node:crypto';
import type { Payload } from 'payload';
import { jobPool } from '../../../core/database/pool.ts';
import { preparePortalSchema } from '../../../core/database/prepareSchema.ts';
import type { ImapOptions } from '../../settings/feature.ts';
import type { FormerMailbox, MailboxState } from './poll.ts';

/** The state of reading a mailbox, for staff. */
export interface MailboxStatus {
  /** Time at which it was last read to its end; null if it never was. */
  readonly readAt: Date | null;
  /** The last error; null if the last poll succeeded. */
  readonly error: string | null;
  /** The moment since which it fails; null if it does not. */
  readonly failedAt: Date | null;
}

/** The name of a mailbox in the database. One with another name counts as newly connected, unless it is the same under another server’s name. */
export const mailboxName = ({ user, host, port, mailbox }: ImapOptions): string =>
  `${user}@${host}${port === null ? '' : `:${port}`}/${mailbox}`;

/** The parts of a mailbox's name that stay when its server gets another name or port. */
const identityIn = (name: string): string => {
  const [, user = '', mailbox = ''] = /^(.*)@[^@/]+\/(.*)$/s.exec(name) ?? [];
  return JSON.stringify([user.toLowerCase(), mailbox]);
};

/** The mailbox of the same user and folder under another name of its server, which was read last; null if there is none. */
const findFormer = async (payload: Payload, name: string): Promise<FormerMailbox | null> => {
  const { rows } = await jobPool(payload).query<FormerMailbox & { name: string }>(
    `select name, state, read_at as "readAt" from support_portal.mailboxes
     where state is not null and read_at is not null and name <> $1 order by read_at desc`,
    [name],
  );
  return rows.find((row) => identityIn(row.name) === identityIn(name)) ?? null;
};

/** Time for which a process holds a mailbox after its last sign of life, in seconds. */
const leaseSeconds = 20;

/** The place of a mailbox in the database, held by one process at a time. */
export interface HeldMailbox {
  /** @returns false if another process has it by now */
  renew(): Promise<boolean>;
  release(): Promise<void>;
  loadState(): Promise<MailboxState | null>;
  former(): Promise<FormerMailbox | null>;
  saveState(state: MailboxState): Promise<void>;
  polled(): Promise<void>;
  /** Time at which it was last read to its end; null if it never was. */
  readAt(): Promise<Date | null>;
  failed(error: string): Promise<void>;
}

/**
 * Takes a mailbox for this process, so that one process at a time reads it. Two that overlap for a moment do no harm:
 * a message is stored once.
 *
 * @returns null if another process has it
 */
export const holdMailbox = async (payload: Payload, name: string): Promise<HeldMailbox | null> => {
  await preparePortalSchema(payload);
  const holder = randomUUID();
  const run = (sql: string, ...values: unknown[]) => jobPool(payload).query(sql, [name, ...values]);
  const { rowCount } = await run(
    `insert into support_portal.mailboxes as m (name, holder, held_until)
     values ($1, $2, now() + $3 * interval '1 second')
     on conflict (name) do update set holder = excluded.holder, held_until = excluded.held_until
     where m.held_until is null or m.held_until < now()`,
    holder,
    leaseSeconds,
  );
  if (rowCount !== 1) return null;
  return {
    renew: async () =>
      (
        await run(
          `update support_portal.mailboxes set held_until = now() + $3 * interval '1 second'
           where name = $1 and holder = $2`,
          holder,
          leaseSeconds,
        )
      ).rowCount === 1,
    release: async () =>
      void (await run(
        'update support_portal.mailboxes set holder = null, held_until = null where name = $1 and holder = $2',
        holder,
      )),
    loadState: async () =>
      (await run('select state from support_portal.mailboxes where name = $1')).rows[0]?.state ?? null,
    former: () => findFormer(payload, name),
    saveState: async (state) =>
      void (await run(
        'update support_portal.mailboxes set state = $2 where name = $1',
        JSON.stringify(state),
      )),
    polled: async () =>
      void (await run(
        'update support_portal.mailboxes set read_at = now(), error = null, failed_at = null where name = $1',
      )),
    readAt: async () =>
      (await run('select read_at from support_portal.mailboxes where name = $1')).rows[0]?.read_at ?? null,
    failed: async (error) =>
      void (await run(
        'update support_portal.mailboxes set error = $2, failed_at = coalesce(failed_at, now()) where name = $1',
        error,
      )),
  };
};

/** Returns null for a mailbox that no process has tried to read yet. */
export const mailboxStatus = async (payload: Payload, name: string): Promise<MailboxStatus | null> => {
  await preparePortalSchema(payload);
  const { rows } = await jobPool(payload).query<MailboxStatus>(
    `select read_at as "readAt", error, failed_at as "failedAt" from support_portal.mailboxes where name = $1`,
    [name],
  );
  return rows[0] ?? null;
};
