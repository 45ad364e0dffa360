import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { eventually } from '../mail/mail.ts';
import { freePort } from './freePort.ts';

export interface Dovecot {
  readonly port: number;
  /** The command by which a mail server on this machine puts a message, on its standard input, into the mailbox. */
  readonly deliver: string;
  /** Delivers a message to a mailbox, as a mail server does. */
  append(message: string | Uint8Array, options?: { mailbox?: string; date?: Date }): Promise<void>;
  /** The flags of each message. */
  flags(mailbox?: string): Promise<string[][]>;
  /** Runs a command of its administration, such as `mailbox delete`. */
  doveadm(...parameters: string[]): void;
  /** Gives all messages other UIDs. While it is stopped. */
  forgetUids(): void;
  stop(): Promise<void>;
  /** Starts it again at the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export const mailUser = { user: 'support', password: 'of the mailbox' } as const;

/** The user `nobody`: Dovecot reads no mail as root. */
const mailOwner = 65_534;

interface DovecotOptions {
  /** The server that checks tokens of XOAUTH2. */
  readonly introspectionUrl?: string;
}

/** A Dovecot of the test's own: on loopback, with one user, in a folder that goes with it. */
export const startDovecot = async ({ introspectionUrl }: DovecotOptions = {}): Promise<Dovecot> => {
  if (!existsSync('/usr/sbin/dovecot'))
    throw new Error('Dovecot is missing: install Debian’s package dovecot-imapd.');
  const folder = await mkdtemp(join(tmpdir(), 'dovecot-'));
  const port = await freePort();
  const config = join(folder, 'dovecot.conf');
  await writeFile(config, configOf({ folder, port, introspectionUrl }));
  if (introspectionUrl)
    await writeFile(
      join(folder, 'oauth2.conf'),
      `introspection_url = ${introspectionUrl}\nintrospection_mode = post\nusername_attribute = client_id\nactive_attribute = active\nactive_value = true\n`,
    );
  await writeFile(join(folder, 'users'), `${mailUser.user}:{PLAIN}${mailUser.password}::::::\n`);
  await mkdir(join(folder, 'mail'));
  await chown(join(folder, 'mail'), mailOwner, mailOwner);
  // Its processes for logins run as a user of their own.
  await chmod(folder, 0o777);
  let child: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    child = spawn('/usr/sbin/dovecot', ['-F', '-c', config], { stdio: 'ignore' });
    await eventually(() => greets(port));
  };

  const stop = async (): Promise<void> => {
    if (!child || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };

  const withClient = async <Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> => {
    const { user, password: pass } = mailUser;
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      auth: { user, pass },
      logger: false,
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  };

  await start();
  return {
    port,
    deliver: `HOME=${join(folder, 'mail')} exec /usr/lib/dovecot/dovecot-lda -c ${config} -o log_path=/dev/stderr -o stats_writer_socket_path=`,
    append: (message, { mailbox = 'INBOX', date } = {}) =>
      withClient(async (client) => {
        await client.append(mailbox, Buffer.from(message as string), [], date);
      }),
    flags: (mailbox = 'INBOX') =>
      withClient(async (client) => {
        const opened = await client.mailboxOpen(mailbox, { readOnly: true });
        if (opened.exists === 0) return [];
        const messages = await client.fetchAll('1:*', { flags: true });
        return messages.map(({ flags }) => [...(flags ?? [])].filter((flag) => flag !== '\\Recent'));
      }),
    doveadm: (...parameters) =>
      void execFileSync('doveadm', ['-c', config, ...parameters], { stdio: 'pipe' }),
    forgetUids: () => {
      const mail = join(folder, 'mail');
      // The inbox, and each other mailbox as a folder whose name begins with a dot.
      for (const mailbox of ['', ...readdirSync(mail).filter((file) => file.startsWith('.'))])
        for (const name of readdirSync(join(mail, mailbox)).filter((file) => /^dovecot/.test(file)))
          rmSync(join(mail, mailbox, name), { recursive: true });
    },
    stop,
    start,
    close: async () => {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const configOf = ({
  folder,
  port,
  introspectionUrl,
}: {
  folder: string;
  port: number;
  introspectionUrl: string | undefined;
}): string => `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login${introspectionUrl ? ' xoauth2 oauthbearer' : ''}
first_valid_uid = 1
mail_location = maildir:${folder}/mail
mailbox_list_index = no
auth_failure_delay = 0
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service auth {
  chroot =
}
service stats {
  chroot =
}
${
  introspectionUrl
    ? `passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf
}`
    : ''
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN ${folder}/users
}
userdb {
  driver = static
  args = uid=${mailOwner} gid=${mailOwner} home=${folder}/mail
}
`;

/** True if a server at the port of this machine sends a greeting. */
export const greets = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
