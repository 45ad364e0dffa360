import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestSendmail {
  readonly path: string;
  /** The folder of the program, in which its script runs. */
  readonly folder: string;
  /** The parameters of the last run, one each. */
  parameters(): Promise<string[]>;
  /** The standard input of the last run. */
  input(): Promise<string>;
  remove(): Promise<void>;
}

/** A real program in sendmail's place: keeps its parameters, then runs `script` of the shell in its own folder. */
export const makeSendmail = async (script = 'cat > input'): Promise<TestSendmail> => {
  const folder = await mkdtemp(join(tmpdir(), 'sendmail-'));
  const path = join(folder, 'sendmail');
  const body = `#!/bin/sh\ncd "$(dirname "$0")" || exit 99\nprintf '%s\\n' "$@" > parameters\n${script}\n`;
  await writeFile(path, body);
  await chmod(path, 0o755);
  const read = async (name: string) =>
    existsSync(join(folder, name)) ? await readFile(join(folder, name), 'utf8') : '';
  return {
    path,
    folder,
    parameters: async () => (await read('parameters')).split('\n').slice(0, -1),
    input: () => read('input'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
