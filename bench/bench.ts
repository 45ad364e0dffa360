import type { Scope } from './support/scope.ts';

/** A figure that a ratio is made of, or that explains one. */
export interface Figure {
  readonly label: string;
  readonly value: number;
  readonly unit: string;
}

/** The goal of a bench. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** A measured figure beside its goal. */
export interface Measurement extends Figure {
  /** The two that are compared first, then what explains them. */
  readonly figures: readonly Figure[];
  /** The lowest and the highest of all rounds; null for a bench without rounds. */
  readonly spread: readonly [lowest: number, highest: number] | null;
  readonly goal: Goal;
}

export interface Bench {
  /** One sentence: the measured figure, and its baseline. */
  readonly about: string;
  run(scope: Scope): Promise<readonly Measurement[]>;
}

export const isReached = ({ value, goal }: Pick<Measurement, 'value' | 'goal'>): boolean =>
  'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
