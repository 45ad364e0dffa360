import type { Measurement } from '../bench.ts';

interface Sides {
  readonly rounds: number;
  /** Answers with its figure. */
  measured(): Promise<number>;
  /** What the figure is divided by. */
  baseline(): Promise<number>;
}

/** The medians of both sides and of the ratios of the rounds, and the extremes of the latter. */
export interface Comparison {
  readonly measured: number;
  readonly baseline: number;
  readonly ratio: number;
  readonly spread: NonNullable<Measurement['spread']>;
}

/** Measures both sides in each round, in reversed order every other round, so that a drift of the machine hits both. */
export const compare = async ({ rounds, ...sides }: Sides): Promise<Comparison> => {
  const found: { measured: number; baseline: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const result = { measured: 0, baseline: 0 };
    const order = ['measured', 'baseline'] as const;
    for (const side of round % 2 === 0 ? order : order.toReversed()) result[side] = await sides[side]();
    found.push(result);
  }
  const ratios = found.map(({ measured, baseline }) => measured / baseline);
  return {
    measured: median(found.map(({ measured }) => measured)),
    baseline: median(found.map(({ baseline }) => baseline)),
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
