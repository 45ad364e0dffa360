import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../mail/mail.ts';
import { greets } from './dovecot.ts';
import { freePort } from './freePort.ts';

export interface Postfix {
  /** The port for mail by SMTP. Mail for `gone.test` is accepted, and sent back. */
  readonly port: number;
  /** The messages that it keeps for another try. */
  queued(): number;
  /** Retries its queue at once. */
  flush(): void;
  close(): Promise<void>;
}

interface PostfixOptions {
  /** The domain that it takes mail for. */
  readonly domain: string;
  /** A shell script that gets each message, with the connection as its arguments, as `docs/mail-in.md` has it. */
  readonly script: string;
}

/** A Postfix of the test's own: on loopback, in a folder that goes with it, which pipes each message to a script. */
export const startPostfix = async ({ domain, script }: PostfixOptions): Promise<Postfix> => {
  if (!existsSync('/usr/sbin/postfix'))
    throw new Error('Postfix is missing: install Debian’s package postfix.');
  const folder = await mkdtemp(join(tmpdir(), 'postfix-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const config = join(folder, 'config');
  const pipe = join(folder, 'to-portal');
  const gone = join(folder, 'no-such-user');
  await mkdir(config);
  await mkdir(join(folder, 'queue'));
  await mkdir(join(folder, 'data'));
  execFileSync('chown', ['postfix', join(folder, 'data')]);
  await writeFile(pipe, script, { mode: 0o755 });
  // EX_NOUSER
  await writeFile(gone, '#!/bin/sh\necho There is no such user\nexit 67\n', { mode: 0o755 });
  await writeFile(join(config, 'main.cf'), mainOf(folder, domain));
  await writeFile(join(config, 'master.cf'), masterOf(port, { pipe, gone }));
  const child = spawn('postfix', ['-c', config, 'start-fg'], { stdio: 'ignore' });
  await eventually(() => greets(port), 30);
  const run = (program: string, ...parameters: string[]): string =>
    execFileSync(program, ['-c', config, ...parameters], { encoding: 'utf8' });
  return {
    port,
    queued: () => run('postqueue', '-j').split('\n').filter(Boolean).length,
    flush: () => void run('postqueue', '-f'),
    close: async () => {
      const ended = once(child, 'exit');
      run('postfix', 'stop');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const mainOf = (folder: string, domain: string): string => `
compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mx.${domain}
mydestination =
virtual_mailbox_domains = ${domain}
virtual_transport = portal
recipient_delimiter = +
portal_destination_recipient_limit = 1
smtpd_recipient_restrictions = permit_mynetworks, reject_unauth_destination
minimal_backoff_time = 1s
queue_run_delay = 1s
alias_maps =
transport_maps = inline:{ gone.test=gone }
`;

const masterOf = (port: number, { pipe, gone }: { pipe: string; gone: string }): string => `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
smtp unix - - n - - smtp
showq unix n - n - - showq
flush unix n - n 1000? 0 flush
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
portal unix - n n - 2 pipe
  flags=R user=nobody argv=${pipe} \${client_address} \${client_helo} \${sender}
gone unix - n n - 1 pipe
  user=nobody argv=${gone}
`;
