import { existsSync, readFileSync } from 'node:fs';

/** The report of one run of Vitest, by its own reporter. */
interface Report {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly {
    readonly status: string;
    readonly fullName: string;
    readonly failureMessages: readonly string[];
  }[];
}

const longestMessage = 3_000;

/** Null if the run ended before it wrote one. */
export const readReport = (file: string): Report | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null;

/** What failed, for the end of the output, where a reader who has only that finds it. */
export const failuresIn = (reports: readonly Report[]): string[] =>
  reports.flatMap(({ testResults }) => testResults).flatMap(failuresOf);

const failuresOf = ({ name, status, message, assertionResults }: FileResult): string[] => {
  const failed = assertionResults.filter((result) => result.status === 'failed');
  const tests = failed.map(({ fullName, failureMessages }) =>
    told(`${name}: ${fullName}`, failureMessages.join('\n')),
  );
  return status === 'failed' && message ? [...tests, told(name, message)] : tests;
};

const told = (place: string, message: string): string =>
  `FAILED ${place}\n${message.slice(0, longestMessage)}`;

export const countsOf = (reports: readonly Report[]): string => {
  const sum = (count: 'numPassedTests' | 'numFailedTests' | 'numPendingTests') =>
    reports.reduce((total, report) => total + report[count], 0);
  const skipped = sum('numPendingTests');
  return `${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed${skipped ? `, ${skipped} skipped` : ''}`;
};
