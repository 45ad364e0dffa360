import { existsSync, readFileSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { phpmailTransport } from '../../src/features/mail/chain/transports/phpmail.ts';
import { eventually, hugeText, impatient, impatientAt, outgoingMail, patient } from '../support/mail/mail.ts';
import { makeSendmail, type TestSendmail } from '../support/servers/sendmail.ts';
import { describeTransport, type Scene } from './transportContract.ts';

const running = async (script: string, limits = patient): Promise<Scene> => {
  const program = await makeSendmail(script);
  const runs: { recipients: string[]; visible: string }[] = [];
  const transport = phpmailTransport({ path: program.path, limits });
  return {
    transport: {
      ...transport,
      send: async (mail) => {
        const result = await transport.send(mail);
        const parameters = await program.parameters();
        runs.push({
          recipients: parameters.slice(parameters.indexOf('--') + 1),
          visible: await program.input(),
        });
        return result;
      },
    },
    received: async () => runs,
    close: program.remove,
  };
};

describeTransport('phpmail', {
  accepting: () => running('cat > input'),
  refusing: () => running('cat > input; echo "support: overquota" >&2; exit 75'),
  unreachable: async () => {
    const scene = await running('');
    await scene.close();
    return { ...scene, transport: phpmailTransport({ path: '/nowhere/sendmail' }) };
  },
  stuckInBody: () => running('exec sleep 20', impatient),
  breakingInBody: () => running('head -c 100 > input; kill -9 $$'),
  silentAfterBody: () => running('cat > input; exec sleep 20', impatientAt('outcome')),
  breakingAfterBody: () => running('cat > input; kill -9 $$'),
});

describe('the phpmail transport', () => {
  const programs: TestSendmail[] = [];
  afterEach(async () => {
    for (const { remove } of programs.splice(0)) await remove();
  });
  const program = async (script?: string, limits = patient) => {
    const made = await makeSendmail(script);
    programs.push(made);
    return { ...made, transport: phpmailTransport({ path: made.path, limits }) };
  };

  it('gives the program sender and recipients as parameters, and the mail on its standard input', async () => {
    const { transport, parameters, input } = await program();
    await transport.send(
      await outgoingMail({ to: 'ann@bücher.example', bcc: 'bob@b.example', text: 'One\n.\nTwo' }),
    );
    expect(await parameters()).toEqual([
      '-i',
      '-f',
      'support@shop.example',
      '--',
      'ann@xn--bcher-kva.example',
      'bob@b.example',
    ]);
    expect(await input()).toMatch(/^Subject: Your ticket$/m);
    expect(await input()).toContain('One\n.\nTwo');
    expect(await input()).not.toMatch(/\r|bob@/);
  });

  it('sends as the null sender if the envelope says so', async () => {
    const { transport, parameters } = await program();
    await transport.send(await outgoingMail({ envelope: { from: '', to: 'bob@b.example' } }));
    expect(await parameters()).toEqual(['-i', '-f', '<>', '--', 'bob@b.example']);
  });

  it('uses no shell', async () => {
    const { transport, parameters, folder } = await program();
    const to = '$(touch>pwned)';
    await transport.send({ ...(await outgoingMail()), recipients: [`${to}@a.example`, '`id`@a.example'] });
    expect((await parameters()).slice(-2)).toEqual([`${to}@a.example`, '`id`@a.example']);
    expect(existsSync(join(folder, 'pwned'))).toBe(false);
  });

  it('takes no sender that reads as an option', async () => {
    const { transport, parameters } = await program();
    const result = await transport.send(await outgoingMail({ from: '-oQ/tmp@shop.example' }));
    expect(result).toMatchObject({
      outcome: 'refused',
      error: expect.stringContaining('-oQ/tmp@shop.example'),
    });
    expect(await parameters()).toEqual([]);
  });

  it('reports what the program wrote to stderr', async () => {
    const { transport } = await program('cat > input; echo "  no such user  " >&2; exit 67');
    expect(await transport.send(await outgoingMail())).toEqual({
      outcome: 'refused',
      error: 'no such user',
      undeliverable: [],
    });
  });

  it('reports the exit code of a program that wrote nothing', async () => {
    const { transport } = await program('cat > input; exit 3');
    expect(await transport.send(await outgoingMail())).toMatchObject({
      outcome: 'refused',
      error: 'exit code 3',
    });
  });

  it('takes no warning for a refusal', async () => {
    const { transport } = await program('cat > input; echo "queue is nearly full" >&2');
    expect(await transport.send(await outgoingMail())).toMatchObject({ outcome: 'accepted' });
  });

  it('keeps a bounded part of what a program writes', async () => {
    const { transport } = await program('cat > input; yes complaint | head -c 3000000 >&2; exit 1');
    const result = await transport.send(await outgoingMail());
    expect(result).toMatchObject({ outcome: 'refused', error: expect.stringMatching(/^complaint\n/) });
    expect(result.outcome === 'refused' && result.error.length).toBeLessThanOrEqual(65_536);
  });

  it('survives a program that ends without reading', async () => {
    const { transport } = await program('exec 0<&-; exit 1');
    expect(await transport.send(await outgoingMail({ text: hugeText() }))).toMatchObject({
      outcome: 'refused',
      error: 'exit code 1',
    });
  });

  it('says that there is no program', async () => {
    const transport = phpmailTransport({ path: '/nowhere/sendmail' });
    expect(await transport.send(await outgoingMail())).toMatchObject({
      outcome: 'refused',
      error: 'There is no program /nowhere/sendmail',
    });
  });

  it('says that the program may not be run', async () => {
    const { transport, path } = await program();
    await chmod(path, 0o644);
    expect(await transport.send(await outgoingMail())).toMatchObject({
      outcome: 'refused',
      error: `${path} is not a program that may be run`,
    });
  });

  it('kills a program that takes too long, with what it has started', async () => {
    const { transport, folder } = await program(
      "cat > input; sh -c 'echo $$ > child; sleep 20'; exit 0",
      impatientAt('outcome', 4_000),
    );
    expect(await transport.send(await outgoingMail())).toEqual({
      outcome: 'unknown',
      error: 'Outcome unknown: No answer within 4 s',
    });
    const child = Number(await readFile(join(folder, 'child'), 'utf8'));
    await eventually(() => !isRunning(child));
  });

  it('waits for no grandchild that keeps stderr open', async () => {
    const { transport } = await program('cat > input; sleep 20 & exit 0');
    const started = Date.now();
    expect(await transport.send(await outgoingMail())).toMatchObject({ outcome: 'accepted' });
    expect(Date.now() - started).toBeLessThan(15_000);
  });
});

/** A zombie that no process waits for has ended, too. */
const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !zombie(pid);
  } catch {
    return false;
  }
};

const zombie = (pid: number): boolean => {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && /^State:\s+Z/m.test(readFileSync(status, 'utf8'));
};
