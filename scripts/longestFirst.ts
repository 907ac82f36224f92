import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from 'vitest/node'

/**
 * Returns a sequencer that begins with what takes longest, so that no worker is left alone with it in the end.
 * @param long the paths of those files
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
