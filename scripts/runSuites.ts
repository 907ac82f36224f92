import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Failure, SuiteReport } from './failureReporter.ts'

/** When more tests than these fail, none of them is excused by passing once more. */
const maxFlaky = 3

export interface RunResult {
  passed: number
  failed: number
  skipped: number
  /** A line for each test that failed or was flaky. */
  lines: string[]
}

export interface RunOptions {
  root: string
  env: NodeJS.ProcessEnv
  /** Whether the output of vitest is shown. */
  stdio: 'inherit' | 'ignore'
}

/** Runs a program, by default with its output on this terminal, and returns its exit code. */
export function runProgram(
  cwd: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
  stdio: 'inherit' | 'ignore' = 'inherit',
): Promise<number> {
  return new Promise((resolve, reject) => {
    spawn(program, args, { cwd, env, stdio })
      .on('error', reject)
      .on('close', code => resolve(code ?? 1))
  })
}

/**
 * Runs suites of tests, and once more, alone, each test that failed. Such a test that passes is flaky, and counts as
 * passed.
 * @param suites the arguments of vitest for each suite
 */
export async function runSuites(
  suites: readonly (readonly string[])[],
  options: RunOptions,
): Promise<RunResult> {
  const { root } = options
  const standstills = watchStandstills()
  const result = { passed: 0, failed: 0, skipped: 0 }
  const failures: (Failure & { suite: readonly string[] })[] = []
  for (const suite of suites) {
    const report = await runTests(suite, options)
    result.passed += report.passed
    result.skipped += report.skipped
    failures.push(...report.failures.map(failure => ({ ...failure, suite })))
  }
  const flaky: Failure[] = []
  const failed: Failure[] = []
  for (const failure of failures) {
    const isFlaky = failures.length <= maxFlaky && (await passesAlone(failure.suite, failure, options))
    ;(isFlaky ? flaky : failed).push(failure)
  }
  const describe = ({ project, file, names }: Failure) =>
    [project, file && relative(root, file), ...names].filter(Boolean).join(' > ')
  return {
    passed: result.passed + flaky.filter(({ names }) => names.length > 0).length,
    failed: failed.length,
    skipped: result.skipped,
    lines: [
      ...failed.map(each => `FAILED ${describe(each)} (${each.message})`),
      ...flaky.map((each, at) => {
        const seconds = Math.round(standstills.countMs(each) / 1000)
        const why = `first: ${each.message}; the machine stood still for ${seconds} seconds`
        return `FLAKY ${at + 1} of ${flaky.length}: ${describe(each)} (${why})`
      }),
    ],
  }
}

/** Runs tests and returns what became of them. Throws if the run ended without saying that. */
async function runTests(args: readonly string[], { root, env, stdio }: RunOptions): Promise<SuiteReport> {
  const folder = mkdtempSync(join(tmpdir(), 'nestmark-report-'))
  const file = join(folder, 'report.json')
  const reporters = ['default', join(import.meta.dirname, 'failureReporter.ts')]
  try {
    const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
    const flags = reporters.map(each => `--reporter=${each}`)
    const withReport = { ...env, NESTMARK_TEST_REPORT: file }
    const code = await runProgram(
      root,
      process.execPath,
      [vitest, 'run', ...flags, ...args],
      withReport,
      stdio,
    )
    const report = JSON.parse(readFileSync(file, 'utf8')) as SuiteReport
    if (code !== 0 && report.failures.length === 0) throw new Error(`vitest ended with code ${code}`)
    return report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a failed test alone, or its whole file if the failure was outside of its tests, and returns whether it passes. */
async function passesAlone(
  suite: readonly string[],
  { project, file, names }: Failure,
  options: RunOptions,
): Promise<boolean> {
  if (file === null) return false
  const pattern = names.join(' > ').replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  const args = [
    ...suite,
    ...(project ? ['--project', project] : []),
    ...(names.length > 0 ? ['--testNamePattern', `^${pattern}$`] : []),
    relative(options.root, file),
  ]
  const { passed, failures } = await runTests(args, options)
  return passed > 0 && failures.length === 0
}

/** Watches when the machine stands still: this process has nothing to do but to wake up. */
function watchStandstills() {
  const everyMs = 500
  const standstills: { at: number; ms: number }[] = []
  let last = Date.now()
  setInterval(() => {
    const now = Date.now()
    if (now - last > 2 * everyMs) standstills.push({ at: last, ms: now - last })
    last = now
  }, everyMs).unref()
  return {
    /** Returns for how long the machine stood still during a test. */
    countMs: ({ startedAt, durationMs }: Failure) =>
      standstills
        .filter(({ at, ms }) => at + ms > startedAt && at < startedAt + durationMs)
        .reduce((sum, { ms }) => sum + ms, 0),
  }
}
