import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node'

/**
 * Returns a sequencer that starts the longest test files first, so that no worker runs one of them alone at the end.
 * @param long matches the paths of those files
 */
export function longestFirst(long: RegExp): TestSequencerConstructor {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
      const sorted = await super.sort(files)
      return [...sorted.filter(isLong), ...sorted.filter(file => !isLong(file))]
    }
  }
}
