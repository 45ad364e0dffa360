import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes, the longest first. */
const slow = [
  'faults/killed',
  'e2e/ticketDesk',
  'e2e/tickets',
  'server/start',
  'faults/webhooks',
  'faults/queue',
  'host-apps/pnpm',
  'host-apps/webpackStandalone',
];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const at = slow.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return at < 0 ? slow.length : at;
};

/** Starts the slow files first, so that no core waits for one of them at the end. */
export default class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
