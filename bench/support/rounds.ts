import type { Measurement } from '../bench.ts';

interface Sides<Result> {
  readonly rounds: number;
  /** Returns its figure. */
  measured(): Promise<Result>;
  /** The divisor of the figure. */
  baseline(): Promise<Result>;
}

/** The medians of both sides and of the ratios of the rounds, and the extremes of the latter. */
export interface Comparison {
  readonly measured: number;
  readonly baseline: number;
  readonly ratio: number;
  readonly spread: NonNullable<Measurement['spread']>;
}

/** Measures both sides in each round, in reversed order every other round, so that a drift of the machine hits both. */
export const compare = async ({ rounds, measured, baseline }: Sides<number>): Promise<Comparison> => {
  const { figure } = await compareEach({
    rounds,
    measured: async () => ({ figure: await measured() }),
    baseline: async () => ({ figure: await baseline() }),
  });
  return figure;
};

/** Compares sides that return several figures at once. */
export const compareEach = async <Name extends string>({
  rounds,
  ...sides
}: Sides<Readonly<Record<Name, number>>>): Promise<Record<Name, Comparison>> => {
  const found: Record<keyof typeof sides, Readonly<Record<Name, number>>[]> = { measured: [], baseline: [] };
  for (let round = 0; round < rounds; round += 1) {
    const order = ['measured', 'baseline'] as const;
    for (const side of round % 2 === 0 ? order : order.toReversed()) found[side].push(await sides[side]());
  }
  const names = Object.keys(found.measured[0] ?? {}) as Name[];
  const figuresOf = (side: keyof typeof sides, name: Name) => found[side].map((figures) => figures[name]);
  return Object.fromEntries(
    names.map((name) => [name, summarise(figuresOf('measured', name), figuresOf('baseline', name))]),
  ) as Record<Name, Comparison>;
};

const summarise = (measured: readonly number[], baseline: readonly number[]): Comparison => {
  const ratios = measured.map((figure, round) => figure / (baseline[round] ?? Number.NaN));
  return {
    measured: median(measured),
    baseline: median(baseline),
    ratio: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const [lower, upper] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  if (lower === undefined || upper === undefined) throw new Error('There is no median of nothing.');
  return (lower + upper) / 2;
};

/** The value that a share of the others, 0 to 1, is not above. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)];
  if (value === undefined) throw new Error('There is no percentile of nothing.');
  return value;
};
