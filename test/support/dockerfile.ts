import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { makeFolder } from './servers/postgresServer.ts';

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
 * Node of this machine, and with the packages of the context. Absolute paths are those of the stage's folder.
 *
 * @param given the roots of stages that need not be built
 */
export const runDockerfile = (context: string, given: Readonly<Record<string, string>> = {}): Image => {
  const stages = new Map(Object.entries(given));
  let image: Image | null = null;
  for (const stage of readStages(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    const name = / AS (\w+)$/.exec(stage[0]?.text ?? '')?.[1] ?? 'last';
    if (stages.has(name)) continue;
    image = runStage(stage, { context, stages, given: Object.keys(given) });
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

interface Building {
  readonly context: string;
  /** The roots of the stages before. */
  readonly stages: ReadonlyMap<string, string>;
  /** The roots of the stages that were not built here. */
  readonly given: readonly string[];
}

type Unfinished = { -readonly [Name in keyof Image]: Image[Name] };

const runStage = (stage: readonly Instruction[], building: Building): Image => {
  const root = makeFolder();
  const image: Unfinished = { root, workingDirectory: root, env: {}, command: [], folders: [] };
  for (const instruction of stage) runInstruction(instruction, image, building);
  return image;
};

/** Runs an instruction. Instructions that change neither the files nor the start of an image are ignored. */
const runInstruction = ({ name, text }: Instruction, image: Unfinished, building: Building): void => {
  if (name === 'WORKDIR') image.workingDirectory = join(image.root, text);
  if (name === 'RUN') run(withPackagesOf(building.context, inStage(text, image)), image);
  if (name === 'COPY') copy(text, image, building);
  if (name === 'ENV') image.env = Object.fromEntries(text.split(' ').map((pair) => pair.split('=')));
  if (name === 'CMD') image.command = JSON.parse(text) as string[];
  mkdirSync(image.workingDirectory, { recursive: true });
};

/** A command whose absolute paths lie in the stage's folder, and whose user `node` exists. */
const inStage = (command: string, { root }: Image): string => {
  const owner = process.getuid?.() === 0 ? imageUser : process.getuid?.();
  return command.replaceAll(/(?<=\s)\/(?=\w)/g, `${root}/`).replace('node:node', String(owner));
};

/**
 * A command whose `npm ci` unpacks nothing, which took 50 seconds of CPU: the files that `npm ci` has unpacked in the checkout get
 * a second name, and npm takes away what the options omit. The same files are left.
 */
const withPackagesOf = (checkout: string, command: string): string => {
  const from = join(checkout, 'node_modules');
  // The other names that begin with a dot are caches, which change meanwhile.
  const files = `${from}/* ${from}/.bin node_modules`;
  // A link to another disk is refused.
  const unpack = `mkdir node_modules; cp -al ${files} 2>/dev/null || cp -a ${files}; cp ${from}/.package-lock.json node_modules`;
  return command.replace(/^npm ci(?= --omit)/, `${unpack}; npm prune`);
};

const run = (command: string, { workingDirectory }: Image): void => {
  // Runs without npm's own variables, which hand down the checkout's .npmrc.
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME } as unknown as NodeJS.ProcessEnv;
  execFileSync('sh', ['-ec', command], { cwd: workingDirectory, env, stdio: 'pipe' });
};

const copy = (text: string, image: Image, { context, stages, given }: Building): void => {
  const [, from, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(text) ?? [];
  const sources = paths.split(' ');
  const target = resolve(image.workingDirectory, sources.pop() ?? '');
  mkdirSync(target, { recursive: true });
  const base = from ? (stages.get(from) ?? '') : context;
  const isBuiltHere = from !== undefined && !given.includes(from);
  for (const source of sources) {
    if (source === '.') copyContext(context, target);
    else run(copyCommand(join(base, source), target, isBuiltHere ? 'l' : ''), image);
  }
};

/**
 * A command that copies a file, or the contents of a folder, as Docker does.
 *
 * @param link `l` gives a file a second name, which takes no time; nothing may write to it then
 */
const copyCommand = (source: string, target: string, link: 'l' | ''): string =>
  `for one in ${source}; do if [ -d "$one" ]; then one="$one/."; fi; cp -a${link} "$one" "${target}/"; done`;

const copyContext = (context: string, target: string): void => {
  const isIgnored = readIgnored(readFileSync(join(context, '.dockerignore'), 'utf8'));
  const filter = (path: string) => !isIgnored(relative(context, path));
  cpSync(context, target, { recursive: true, verbatimSymlinks: true, filter });
};

/** A predicate for the paths that a `.dockerignore` without exceptions keeps out of the image. */
export const readIgnored = (text: string): ((path: string) => boolean) => {
  const patterns = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const expressions = patterns.map((pattern) => {
    const parts = pattern.split('**/').map((part) => part.replaceAll('.', '\\.').replaceAll('*', '[^/]*'));
    return new RegExp(`^${parts.join('(?:.*/)?')}(?:/|$)`);
  });
  return (path) => expressions.some((expression) => expression.test(path));
};
