import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { listMissingBrowsers } from '../e2e/support/systemBrowsers.ts'
import { runProgram, runSuites } from './runSuites.ts'

// Runs the checks, the build and the tests. With `--all` it runs also the slow tests, the server's on each database, and the
// pages in each size of the window. CONTRIBUTING.md, 'Tests', explains it.

const root = join(import.meta.dirname, '..')
const isAll = process.argv.includes('--all')
const env = { ...process.env, ...(isAll ? {} : { NESTMARK_GATE: '1' }) }

async function main(): Promise<boolean> {
  for (const script of ['check', 'build'])
    if ((await runProgram(root, 'npm', ['run', script])) !== 0) return false
  const suites = [[], ['--config', 'e2e/vitest.config.ts']]
  const { passed, failed, skipped, lines } = await runSuites(suites, { root, env, stdio: 'inherit' })
  const folder = join(root, 'test-results')
  mkdirSync(folder, { recursive: true })
  const when = new Date().toISOString()
  appendFileSync(join(folder, 'failures.txt'), lines.map(line => `${when} ${line}\n`).join(''))
  for (const line of lines) console.log(line)
  const missing = isAll ? listMissingBrowsers() : []
  const untested = missing.length > 0 ? `; the extension was not tested in ${missing.join(' and ')}` : ''
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped${untested}`)
  return failed === 0
}

process.exitCode = (await main()) ? 0 : 1
