import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder } from './postgres-server.ts';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** An image as folders: its root, and how it is started. */
export interface Image {
  readonly root: string;
  readonly workingDirectory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: readonly string[];
  /** The folders of all stages that were built. */
  readonly folders: readonly string[];
}

/** The image's user `node`. */
export const imageUser = 1000;

/**
 * Runs the steps of a Dockerfile without a container engine: each stage is a folder, in which the commands run with the
 * Node of this machine. Absolute paths are those of the stage's folder.
 *
 * @param given the roots of stages that need not be built
 */
export const runDockerfile = (context: string, given: Readonly<Record<string, string>> = {}): Image => {
  const stages = new Map(Object.entries(given));
  let image: Image | null = null;
  for (const stage of readStages(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    const name = / AS (\w+)$/.exec(stage[0]?.text ?? '')?.[1] ?? 'last';
    if (stages.has(name)) continue;
    image = runStage(stage, context, stages);
    stages.set(name, image.root);
  }
  if (!image) throw new Error('The Dockerfile has no stage to build.');
  return { ...image, folders: [...stages].flatMap(([name, root]) => (name in given ? [] : [root])) };
};

const readStages = (text: string): Instruction[][] => {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text: rest });
  }
  return stages;
};

const runStage = (
  stage: readonly Instruction[],
  context: string,
  stages: ReadonlyMap<string, string>,
): Image => {
  const root = makeFolder();
  const image = { root, workingDirectory: root, env: {}, command: [] as string[], folders: [] };
  // Not npm's own variables, which tell of the checkout's .npmrc.
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME } as unknown as NodeJS.ProcessEnv;
  const shell = (command: string) =>
    execFileSync('sh', ['-ec', command], { cwd: image.workingDirectory, env, stdio: 'pipe' });
  const steps: Readonly<Record<string, (text: string) => void>> = {
    WORKDIR: (text) => {
      image.workingDirectory = join(root, text);
      mkdirSync(image.workingDirectory, { recursive: true });
    },
    RUN: (text) => {
      const here = text.replaceAll(/(?<=\s)\/(?=\w)/g, `${root}/`);
      const owner = process.getuid?.() === 0 ? imageUser : process.getuid?.();
      shell(here.replace('node:node', String(owner)));
    },
    COPY: (text) => {
      const [, from, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(text) ?? [];
      const [target = '', ...sources] = paths.split(' ').reverse();
      mkdirSync(resolve(image.workingDirectory, target), { recursive: true });
      const base = from ? stages.get(from) : context;
      for (const source of sources.reverse()) {
        if (source === '.') copyContext(context, resolve(image.workingDirectory, target), shell);
        else shell(copyCommand(join(base ?? '', source), target));
      }
    },
    ENV: (text) => {
      image.env = Object.fromEntries(text.split(' ').map((pair) => pair.split('=')));
    },
    CMD: (text) => {
      image.command = JSON.parse(text) as string[];
    },
  };
  for (const { name, text } of stage) steps[name]?.(text);
  return image;
};

/** Of a folder its contents are copied, as Docker does. */
const copyCommand = (source: string, target: string): string =>
  `for one in ${source}; do if [ -d "$one" ]; then cp -a "$one/." "${target}/"; else cp -a "$one" "${target}/"; fi; done`;

const copyContext = (context: string, target: string, shell: (command: string) => void): void => {
  const isIgnored = readIgnored(readFileSync(join(context, '.dockerignore'), 'utf8'));
  const copy = (folder: string): void => {
    for (const entry of readdirSync(join(context, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (isIgnored(path)) continue;
      if (entry.isDirectory()) {
        mkdirSync(join(target, path), { recursive: true });
        copy(path);
      } else shell(`cp -a "${join(context, path)}" "${join(target, path)}"`);
    }
  };
  copy('');
};

/** Which paths a `.dockerignore` without exceptions keeps from the image. */
export const readIgnored = (text: string): ((path: string) => boolean) => {
  const patterns = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const expressions = patterns.map((pattern) => {
    const parts = pattern.split('**/').map((part) => part.replaceAll('.', '\\.').replaceAll('*', '[^/]*'));
    return new RegExp(`^${parts.join('(?:.*/)?')}(?:/|$)`);
  });
  return (path) => expressions.some((expression) => expression.test(path));
};
