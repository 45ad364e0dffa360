import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The folders whose files take longest, in this order: they build apps, drive browsers, start processes and kill them. */
const longest = ['host-apps', 'e2e', 'server', 'package', 'faults', 'clients', 'inbound'];

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((folder) => moduleId.includes(`/test/${folder}/`));
  return place === -1 ? longest.length : place;
};

/** Begins with the files that take longest, so that none of them is left for the end, when the other workers have nothing. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
