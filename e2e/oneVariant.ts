import { createHash } from 'node:crypto'
import { TestRunner, type RunnerTask, type RunnerTestCase } from 'vitest'

/** Matches the words of a title that name a variant: the width of the window and the colour scheme. */
const variantWords = /\b(1440|390|dark|light|true|false)\b/g

const toPromise = (test: RunnerTestCase) => test.fullTestName.replace(variantWords, '')

const listTests = (tasks: readonly RunnerTask[]): RunnerTestCase[] =>
  tasks.flatMap(task => (task.type === 'suite' ? listTests(task.tasks) : [task]))

/**
 * Runs one variant of each test whose titles in a file differ only in the size of the window or the colour scheme. The hash
 * of the title chooses it, so that it is always the same one, and each variant is run in some tests.
 */
export default class OneVariant extends TestRunner {
  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    const promise = toPromise(test)
    const variants = listTests(test.file.tasks).filter(each => toPromise(each) === promise)
    const chosen = createHash('sha256').update(promise).digest().readUInt32BE() % variants.length
    if (variants[chosen] !== test) test.mode = 'skip'
    await super.onBeforeRunTask(test)
  }
}
