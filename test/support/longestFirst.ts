import { BaseSequencer, type TestSpecification } from 'vitest/node';

const takesLongest = ({ moduleId }: TestSpecification): boolean => moduleId.includes('/test/host-apps/');

/** Begins with the files that build apps of their own, for which the others would wait at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(takesLongest), ...sorted.filter((file) => !takesLongest(file))];
  }
}
