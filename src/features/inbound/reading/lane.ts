import type { Worker } from 'node:worker_threads';
import { atMost } from '../../../core/shared/concurrency/concurrency.ts';
import { loadScript } from '../../../core/shared/portal/script.ts';
import { UnansweredDns } from '../authentication/UnansweredDns.ts';
import { UnreadableMessage } from '../message/UnreadableMessage.ts';
import type { Answer, Request } from './protocol.ts';

interface LaneOptions {
  /** Number of tasks at once. Each has a thread. */
  readonly threads: number;
  /** Memory for a thread's JavaScript objects, in MB. */
  readonly memory: number;
}

export interface Task {
  readonly request: Request;
  /** The memory that the thread gets, and the caller loses. */
  readonly transferred: readonly ArrayBuffer[];
  /** Limit in milliseconds. */
  readonly longest: number;
}

/** Threads that do tasks in order. They start when they are needed, and do not keep the process alive. */
export interface Lane {
  /** @throws {UnreadableMessage} if the message cannot be read, or exceeds a limit: its thread is ended then */
  run(task: Task): Promise<unknown>;
  /** Ends all threads; tasks under way fail. */
  close(): Promise<void>;
}

/** Time for which a thread waits for another task, in milliseconds. */
const longestIdle = 10_000;

// A bundler would follow the import, and look for the file of the thread.
const { Worker: Thread } = process.getBuiltinModule('node:worker_threads');

export const openLane = ({ threads, memory }: LaneOptions): Lane => {
  const all = new Set<Worker>();
  const idle: { thread: Worker; timer: NodeJS.Timeout }[] = [];
  const inTurn = atMost(threads);

  const start = async (): Promise<Worker> => {
    const thread = new Thread(await loadOnce(), {
      eval: true,
      // The thread gets neither the loaders of this process, nor its secrets.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: memory },
    });
    thread.unref();
    all.add(thread);
    thread.once('exit', () => all.delete(thread));
    // A thread that fails while it is idle is not used again.
    thread.on('error', () => all.delete(thread));
    return thread;
  };

  const take = async (): Promise<Worker> => {
    for (let kept = idle.pop(); kept; kept = idle.pop()) {
      clearTimeout(kept.timer);
      if (all.has(kept.thread)) return kept.thread;
    }
    return start();
  };

  const giveBack = (thread: Worker): void => {
    if (!all.has(thread)) return;
    const timer = setTimeout(() => {
      all.delete(thread);
      void thread.terminate();
    }, longestIdle).unref();
    idle.push({ thread, timer });
  };

  return {
    run: (task) =>
      inTurn(async () => {
        const thread = await take();
        const answer = await ask(thread, task, memory).catch(async (error: unknown) => {
          all.delete(thread);
          await thread.terminate();
          throw error;
        });
        giveBack(thread);
        if (answer.kind === 'done') return answer.output;
        throw errorOf(answer);
      }),
    async close() {
      await Promise.all([...all].map((thread) => thread.terminate()));
    },
  };
};

const errorOf = ({ kind, message }: Exclude<Answer, { kind: 'done' }>): Error => {
  if (kind === 'unreadable') return new UnreadableMessage(message);
  return kind === 'unanswered' ? new UnansweredDns(message) : new Error(message);
};

let code: Promise<string> | null = null;

const loadOnce = (): Promise<string> => {
  code ??= loadScript('src/features/inbound/reading/thread.ts');
  return code;
};

/** @throws if the thread ends without a result, or does not return one in time */
const ask = (thread: Worker, { request, transferred, longest }: Task, memory: number): Promise<Answer> =>
  new Promise<Answer>((resolve, reject) => {
    const exceeded = (limit: string): void =>
      end(() => reject(new UnreadableMessage(`To read the message takes more than ${limit}.`)));
    const timer = setTimeout(() => exceeded(`${longest / 1_000} seconds`), longest);
    const onMessage = (answer: Answer): void => end(() => resolve(answer));
    const onExit = (): void => end(() => reject(new Error('The thread that reads messages was ended.')));
    const onError = (error: unknown): void => {
      if (Reflect.get(Object(error), 'code') === 'ERR_WORKER_OUT_OF_MEMORY')
        exceeded(`${memory} MB of memory`);
      else end(() => reject(error));
    };
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      thread.off('message', onMessage).off('exit', onExit).off('error', onError).unref();
      settle();
    };
    thread.on('message', onMessage).on('exit', onExit).on('error', onError);
    // The process does not end by itself while a caller waits for the result.
    thread.ref();
    thread.postMessage(request, transferred);
  });
