import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { getProfile } from '@nestmark/contract/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { program } from '../features/accounts/signIn/browser.testing.ts'
import { environment } from '../test/resilience/serverProcess.testing.ts'
import { admin as runAdmin } from '../test/support/admin.ts'
import { startApp, type TestApp } from '../test/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const run = promisify(execFile)
const admin = (...words: string[]) => runAdmin(app.services.config, ...words)

/** Runs the command line in a separate process while the server runs. */
async function adminProcess(...words: string[]): Promise<{ code: number; out: string; error: string }> {
  const program = join(import.meta.dirname, '../admin.ts')
  try {
    const done = await run(process.execPath, [program, ...words], { env: environment(app.services.config) })
    return { code: 0, out: done.stdout, error: done.stderr }
  } catch (failure) {
    const { code, stdout, stderr } = failure as { code: number; stdout: string; stderr: string }
    return { code, out: stdout, error: stderr }
  }
}

test(
  'users create, list, set-plan and reset-password while a server runs',
  { timeout: 240_000 },
  async () => {
    const made = await adminProcess('users', 'create', 'Ada@Example.org', '--name', 'Ada', '--plan', '2')
    expect(made).toMatchObject({ code: 0, error: '' })
    const password = /Password: (\S+)/.exec(made.out)![1]!
    const first = await program(app).post('/sign-in/email', { email: 'ada@example.org', password })
    expect(first.status).toBe(200)
    expect((await app.as(first.token)(getProfile, {})).plan).toBe(2)

    expect(await admin('users', 'create', 'ada@example.org')).toMatchObject({
      code: 1,
      error: 'ada@example.org has an account already.\n',
    })
    await admin('users', 'set-plan', 'ada@example.org', '6')
    expect((await app.as(first.token)(getProfile, {})).plan).toBe(6)
    const list = await admin('users', 'list')
    expect(list.out).toMatch(/^ada@example\.org\s+6\s+\d{4}-\d\d-\d\d\s+Ada$/m)
    expect(list.out).toContain('1 account')

    const reset = await admin('users', 'reset-password', 'ada@example.org', '--password', 'chosen by hand')
    expect(reset.out).not.toContain('chosen by hand')
    await expect(app.as(first.token)(getProfile, {})).rejects.toMatchObject({ status: 401 })
    const again = { email: 'ada@example.org', password: 'chosen by hand' }
    expect((await program(app).post('/sign-in/email', again)).status).toBe(200)
  },
)

test('sets a plan for a user without a product account', async () => {
  const email = 'willem@example.org'
  const { token } = await program(app).post('/sign-up/email', {
    name: 'Willem',
    email,
    password: 'long enough',
  })
  expect((await admin('users', 'set-plan', email, '4')).code).toBe(0)
  expect((await app.as(token)(getProfile, {})).plan).toBe(4)
})

test('reports errors and the usage', async () => {
  expect(await admin('users', 'set-plan', 'nobody@example.org', '2')).toMatchObject({
    code: 1,
    error: 'nobody@example.org has no account.\n',
  })
  expect((await admin('users', 'set-plan', 'nobody@example.org', '7')).error).toContain('A plan is 1 (free)')
  expect((await admin('users', 'create', 'not-an-address')).error).toContain('is not an email address')
  expect((await admin('users', 'create', 'a@example.org', '--password', 'short')).error).toContain('8 to 128')
  expect((await admin('users', 'create')).error).toContain('Usage: npm run admin -- users create EMAIL')
  expect((await admin('users', 'list', '--wrong')).error).toContain("'--wrong'")
  expect(await adminProcess('nonsense')).toMatchObject({ code: 2, out: '' })
  expect((await admin('help')).out).toContain('users reset-password EMAIL [--password PASSWORD]')
})
