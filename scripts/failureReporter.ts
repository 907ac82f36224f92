import { appendFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'

/** What did not pass: a test, a file outside of its tests, or the run outside of its files. */
export interface Failure {
  /** The project of vitest, '' for the only one. */
  project: string
  /** The path of the test file; null for an error outside of the files. */
  file: string | null
  /** The names of the groups and the test; empty for an error of the file outside of its tests. */
  names: string[]
  /** The first line of the error. */
  message: string
  /** The time of the start, and the duration, both in milliseconds. */
  startedAt: number
  durationMs: number
}

export interface SuiteReport {
  passed: number
  failed: number
  skipped: number
  failures: Failure[]
}

/** Appends a `SuiteReport` as a line of JSON to the file that the environment variable NESTMARK_TEST_REPORT names. */
export default class FailureReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap(each => [...each.children.allTests()])
    const count = (state: string) => tests.filter(test => test.result().state === state).length
    const failures = [
      ...tests.flatMap(test => toFailure(test, test.result().errors ?? [], test.result().state === 'failed')),
      ...modules.flatMap(each => [
        ...toFailure(each, each.errors(), false),
        ...[...each.children.allSuites()].flatMap(suite => toFailure(suite, suite.errors(), false)),
      ]),
      ...unhandled.map(error => ({
        project: '',
        file: null,
        names: [],
        message: firstLine(error),
        startedAt: Date.now(),
        durationMs: 0,
      })),
    ]
    const report: SuiteReport = {
      passed: count('passed'),
      failed: failures.length,
      skipped: count('skipped'),
      failures,
    }
    const file = process.env.NESTMARK_TEST_REPORT
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(report)}\n`)
  }
}

const firstLine = ({ message }: { message?: string }) =>
  /.*/.exec((message ?? 'unknown error').trim())?.[0] ?? ''

function toFailure(
  task: TestCase | TestSuite | TestModule,
  errors: readonly { message?: string }[],
  hasFailed: boolean,
): Failure[] {
  if (!hasFailed && errors.length === 0) return []
  const timing = task.type === 'test' ? task.diagnostic() : undefined
  const module = task.type === 'module' ? task : task.module
  return [
    {
      project: task.project.name,
      file: module.moduleId,
      names: task.type === 'test' ? namesOf(task) : [],
      message: firstLine(errors[0] ?? {}),
      startedAt: timing?.startTime ?? Date.now(),
      durationMs: timing?.duration ?? 0,
    },
  ]
}

function namesOf(task: TestCase | TestSuite | TestModule): string[] {
  return task.type === 'module' ? [] : [...namesOf(task.parent), task.name]
}
