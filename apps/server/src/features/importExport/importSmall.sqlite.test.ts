import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../test/support/app.ts'
import { signIn } from '../../test/support/people.ts'
import { bookmarkText, importText } from './files/files.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Returns the processes of small imports that this process has started. */
function listProcesses(): number[] {
  const children = readdirSync('/proc/self/task').flatMap(thread =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return children
    .filter(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('importSmall.process'))
    .map(Number)
}

test.runIf(process.platform === 'linux')(
  'IO-01 small imports share a process, which is started again after it was killed',
  async () => {
    const ada = await signIn(app, 'ada', 2)
    const importOne = (name: string) =>
      importText(app, ada, bookmarkText(`<DT><A HREF="https://${name}.example/">${name}</A>\n`))
    await importOne('wren')
    const first = listProcesses()
    expect(first).toHaveLength(1)
    await importOne('robin')
    expect(listProcesses()).toEqual(first)
    for (const pid of first) process.kill(pid, 'SIGKILL')
    // Until the server has noticed it.
    await expect.poll(() => first.some(pid => existsSync(`/proc/${pid}`))).toBe(false)
    await importOne('finch')
    expect(listProcesses()).toHaveLength(1)
  },
)
