import { type Figure, type Goal, isReached, type Measurement } from './bench.ts';

/** A measurement in lines: its figures, then the result with its spread, its goal and whether it is reached. */
export const describe = (measurement: Measurement): string => {
  const { figures, spread, goal } = measurement;
  const between = spread === null ? '' : `, from ${numberOf(spread[0])} to ${numberOf(spread[1])}`;
  const verdict = isReached(measurement) ? 'reached' : 'MISSED';
  return [
    ...figures.map((figure) => `  ${line(figure)}`),
    `  ${line(measurement)}${between}; goal ${wordsOf(goal)}: ${verdict}`,
  ].join('\n');
};

const line = ({ label, value, unit }: Figure): string => `${label}: ${numberOf(value)} ${unit}`;

const wordsOf = (goal: Goal): string => {
  if ('atLeast' in goal) return `≥ ${numberOf(goal.atLeast)}`;
  return `≤ ${numberOf(goal.atMost)}`;
};

const numberOf = (value: number): string =>
  value < 1000
    ? value.toLocaleString('en', { maximumSignificantDigits: 4 })
    : value.toLocaleString('en', { maximumFractionDigits: 0 });
