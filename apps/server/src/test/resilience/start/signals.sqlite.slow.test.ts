import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookmarkFile } from '../bookmarkFile.testing.ts'
import { environment } from '../serverProcess.testing.ts'
import { signUp } from '../visitor.testing.ts'

const root = join(import.meta.dirname, '../../../../../..')
const patience = { timeout: 90_000, interval: 50 }

let dir: string
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'nestmark-signals-'))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Starts Nestmark by a command, as a supervisor does, and waits until it is ready. */
async function start(dataDir: string, command: string, ...words: string[]) {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const child = spawn(command, words, {
    cwd: root,
    env: { ...environment({ dataDir }), PATH: path, HOME: dir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  await expect.poll(() => output, patience).toContain('Nestmark is ready')
  return { child, origin: /ready at (http:\S+)/.exec(output)![1]!, output: () => output }
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise(resolve => child.once('exit', resolve))
}

/** An old Node, if this machine has one. The start script restarts itself with the project's Node. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node'].find(
  file =>
    existsSync(file) && Number(/\d+/.exec(execFileSync(file, ['--version'], { encoding: 'utf8' }))![0]) < 24,
)

test.each<[string, 'SIGTERM' | 'SIGINT', string, ...string[]]>([
  ['npm start', 'SIGTERM', 'npm', 'start'],
  ['npm start', 'SIGINT', 'npm', 'start'],
  ['the start script', 'SIGTERM', process.execPath, 'scripts/start.mjs'],
  ['the start script with an old Node', 'SIGTERM', oldNode ?? process.execPath, 'scripts/start.mjs'],
])(
  'F18 %s and %s: the server shuts down cleanly before its parent process exits',
  async (_, signal, ...command) => {
    const dataDir = mkdtempSync(join(dir, 'data-'))
    const { child, output } = await start(dataDir, ...(command as [string, ...string[]]))
    const end = ended(child)
    child.kill(signal)
    expect(await end, output()).toBe(0)
    // Written last in an orderly shutdown, when the process id file is removed.
    expect(readdirSync(dataDir)).toContain('server.stopped')
    expect(readdirSync(dataDir)).not.toContain('server.pid')
  },
)

/** Returns whether this machine allows a process to run as process 1 of a namespace. */
function mayBeFirst(): boolean {
  try {
    execFileSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.runIf(mayBeFirst())(
  'F18 as process 1 of a container it handles signals and leaves no zombie processes',
  async () => {
    const dataDir = mkdtempSync(join(dir, 'data-'))
    const server = await start(
      dataDir,
      'unshare',
      '--pid',
      '--fork',
      '--mount-proc',
      process.execPath,
      'scripts/start.mjs',
    )
    const first = Number(
      readFileSync(`/proc/${server.child.pid}/task/${server.child.pid}/children`, 'utf8').trim(),
    )
    const ada = await signUp(server.origin, 'ada')
    await ada.jobEnd(await ada.importFile(bookmarkFile(40).html))
    const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
    const dead = children.filter(pid => /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8')))
    expect(dead).toEqual([])
    const end = ended(server.child)
    process.kill(first, 'SIGTERM')
    expect(await end, server.output()).toBe(0)
    expect(readdirSync(dataDir)).toContain('server.stopped')
  },
)
