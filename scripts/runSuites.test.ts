import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runSuites } from './runSuites.ts'

/** Creates a folder with these test files, in which vitest is found. */
function createSuite(files: Record<string, string>): string {
  const cache = join(import.meta.dirname, '../node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'suite-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'vitest.config.ts'),
    "export default { test: { include: ['*.test.ts'], exclude: [] } }",
  )
  for (const [name, body] of Object.entries(files))
    writeFileSync(
      join(folder, name),
      `import { beforeAll, describe, expect, test } from 'vitest'\nimport { existsSync, writeFileSync } from 'node:fs'\n` +
        `const isFirst = (name) => { const is = !existsSync(name); writeFileSync(name, ''); return is }\n${body}`,
    )
  return folder
}

/** The environment without that of this run of vitest. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')))

test('counts a test or a file that fails once as flaky, and one that fails twice as failed', async () => {
  const folder = createSuite({
    'once.test.ts':
      "describe('a (group)', () => { test('of [one] test?', () => expect(isFirst('once')).toBe(false)) })",
    'before.test.ts':
      "beforeAll(() => { if (isFirst('before')) throw new Error('not yet') })\ntest('passes', () => {})",
    'twice.test.ts':
      "test('fails', () => expect(1).toBe(2))\ntest('passes', () => {})\ntest.skip('later', () => {})",
  })
  const { lines, ...counts } = await runSuites([[]], { root: folder, env, stdio: 'ignore' })
  expect(lines.map(line => line.replace(/stood still for \d+/, 'stood still for 0'))).toEqual([
    'FAILED twice.test.ts > fails (expected 1 to be 2 // Object.is equality)',
    'FLAKY 1 of 2: once.test.ts > a (group) > of [one] test? ' +
      '(first: expected true to be false // Object.is equality; the machine stood still for 0 seconds)',
    'FLAKY 2 of 2: before.test.ts (first: not yet; the machine stood still for 0 seconds)',
  ])
  expect(counts).toEqual({ passed: 2, failed: 1, skipped: 2 })
})

test('excuses none of more than three failures', async () => {
  const fails = [1, 2, 3, 4].map(n => `test('number ${n}', () => expect(isFirst('${n}')).toBe(false))`)
  const folder = createSuite({ 'many.test.ts': fails.join('\n') })
  const { failed, lines } = await runSuites([[]], { root: folder, env, stdio: 'ignore' })
  expect(failed).toBe(4)
  expect(lines.filter(line => line.startsWith('FLAKY'))).toEqual([])
})
