import { spawn } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Failure, SuiteReport } from './failureReporter.ts'

// Runs the checks, the build and both suites, and once more, alone, each test that failed. `--all` runs the slow tests too,
// and every test on each database and in each size of the window.

const root = join(import.meta.dirname, '..')
const all = process.argv.includes('--all')
/** More tests than these are not excused by passing once more. */
const maxFlaky = 3
const suites = [[], ['--config', 'e2e/vitest.config.ts']] as const
const results = join(root, 'test-results')

/** Times in which this process stood still, although it had nothing to do but to wake up. */
const standstills: { at: number; ms: number }[] = []
function watchStandstills(): void {
  const everyMs = 500
  let last = Date.now()
  setInterval(() => {
    const now = Date.now()
    if (now - last > 2 * everyMs) standstills.push({ at: last, ms: now - last })
    last = now
  }, everyMs).unref()
}

/** Runs a program with its output on this terminal and returns its exit code. */
function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = { cwd: root, stdio: 'inherit' as const, env: { ...process.env, ...env } }
    spawn(program, args, options)
      .on('error', reject)
      .on('close', code => resolve(code ?? 1))
  })
}

/** Runs tests and returns what came of them. Throws if the run ended without a report. */
async function runTests(args: readonly string[]): Promise<SuiteReport> {
  const folder = mkdtempSync(join(tmpdir(), 'nestmark-report-'))
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=./scripts/failureReporter.ts']
  const env = { NESTMARK_TEST_REPORT: file, ...(all ? {} : { NESTMARK_GATE: '1' }) }
  try {
    const code = await run('npx', ['vitest', 'run', ...reporters, ...args], env)
    const report = JSON.parse(readFileSync(file, 'utf8')) as SuiteReport
    if (code !== 0 && report.failures.length === 0) throw new Error(`vitest ended with code ${code}`)
    return report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const describeFailure = ({ project, file, names }: Failure) =>
  [project, file && relative(root, file), ...names].filter(Boolean).join(' > ')

/** Runs a failed test alone, or its whole file if the failure was outside of its tests, and returns whether it passes. */
async function passesAlone(suite: readonly string[], { project, file, names }: Failure): Promise<boolean> {
  if (file === null) return false
  const pattern = names.join(' ').replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  const { passed, failed } = await runTests([
    ...suite,
    ...(project ? ['--project', project] : []),
    ...(names.length > 0 ? ['--testNamePattern', `^${pattern}$`] : []),
    relative(root, file),
  ])
  return passed > 0 && failed === 0
}

/** Returns for how many seconds the machine stood still during a test. */
function secondsStoodStill({ startedAt, durationMs }: Failure): number {
  const during = standstills.filter(({ at, ms }) => at + ms > startedAt && at < startedAt + durationMs)
  return Math.round(during.reduce((sum, { ms }) => sum + ms, 0) / 1000)
}

async function main(): Promise<boolean> {
  for (const script of ['check', 'build']) if ((await run('npm', ['run', script])) !== 0) return false
  watchStandstills()
  const total = { passed: 0, skipped: 0 }
  const failures: { suite: readonly string[]; failure: Failure }[] = []
  for (const suite of suites) {
    const report = await runTests(suite)
    total.passed += report.passed
    total.skipped += report.skipped
    failures.push(...report.failures.map(failure => ({ suite, failure })))
  }
  const flaky: Failure[] = []
  const failed: Failure[] = []
  for (const { suite, failure } of failures) {
    const isExcused = failures.length <= maxFlaky && (await passesAlone(suite, failure))
    ;(isExcused ? flaky : failed).push(failure)
  }
  const lines = [
    ...failed.map(each => `FAILED ${describeFailure(each)} (${each.message})`),
    ...flaky.map(
      (each, at) =>
        `FLAKY ${at + 1} of ${flaky.length}: ${describeFailure(each)} (first: ${each.message}; ` +
        `the machine stood still for ${secondsStoodStill(each)} seconds)`,
    ),
  ]
  if (lines.length > 0) {
    mkdirSync(results, { recursive: true })
    const when = new Date().toISOString()
    appendFileSync(join(results, 'failures.txt'), lines.map(line => `${when} ${line}\n`).join(''))
  }
  for (const line of lines) console.log(line)
  if (failures.length > maxFlaky)
    console.log(`More than ${maxFlaky} tests failed, so none of them was run once more.`)
  console.log(`\n${total.passed + flaky.length} passed, ${failed.length} failed, ${total.skipped} skipped`)
  return failed.length === 0
}

process.exitCode = (await main()) ? 0 : 1
