import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files to begin with, in this order: tests that build an app, for which the others would wait, and beside them tests that
 * wait most of their time themselves.
 */
const first = [
  '/test/host-apps/',
  '/e2e/ticketDesk.',
  '/inbound/mailbox.',
  '/faults/queue.',
  '/faults/inbound.',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = first.findIndex((part) => moduleId.includes(part));
  return place === -1 ? first.length : place;
};

/** Begins with the files that take longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
