import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { serverFolder } from '../../folders.ts'
import { admin as runAdmin } from '../support/admin.ts'

export interface Ended {
  code: number | null
  signal: string | null
}

/** A server in a separate process, which can be killed at any time. */
export interface ServerProcess {
  readonly origin: string
  readonly pid: number
  /** Its output so far. */
  output(): string
  /** Sends a signal and waits for the process to end. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<Ended>
}

export interface ServerFixture {
  dataDir: string
  databaseUrl?: string | null
  /** Additional environment variables. */
  env?: Record<string, string> | undefined
  /** Maximum number of open files and connections of the process; the limit of the machine by default. */
  openFiles?: number | undefined
  /** The user who runs it, if different from the current user. */
  uid?: number
}

/** Returns the environment of a server or tool of a test: nothing is inherited, and DNS resolves no names. */
export function environment({ dataDir, databaseUrl, env }: ServerFixture): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'error',
    FETCH_DNS: '127.0.0.1:9',
    // The free plan would stop at 500 links.
    DEFAULT_PLAN: '2',
    ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...env,
  }
}

/**
 * Starts a process of the server's program without waiting for it.
 * @param words another compiled program with its arguments
 */
export function spawnServer(
  fixture: ServerFixture,
  ...[file, ...words]: string[]
): {
  child: ChildProcess
  output: () => string
  ended: Promise<Ended>
} {
  // The compiled program, as `npm start` runs it. The suite's set-up builds it.
  const program = [join(serverFolder, 'dist', file ?? 'main.js'), ...words]
  const limited = ['-c', `ulimit -n ${fixture.openFiles}; exec "$0" "$@"`, process.execPath, ...program]
  const [command, args] = fixture.openFiles ? ['sh', limited] : [process.execPath, program]
  const child = spawn(command, args, {
    env: environment(fixture),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(fixture.uid === undefined ? {} : { uid: fixture.uid, gid: fixture.uid }),
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text))
  const ended = new Promise<Ended>(resolve =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  )
  return { child, output: () => output, ended }
}

/**
 * Starts a server and waits until it is ready.
 * @throws with its output when it ends before, or is not ready within 90 s
 */
export async function startServer(fixture: ServerFixture): Promise<ServerProcess> {
  const { child, output, ended } = spawnServer(fixture)
  let over: Ended | undefined
  void ended.then(end => (over = end))
  const deadline = Date.now() + 90_000
  for (;;) {
    const origin = /ready at (http:\S+)/.exec(output())?.[1]
    if (origin)
      return {
        origin,
        pid: child.pid!,
        output,
        end: signal => {
          if (!over) child.kill(signal)
          return ended
        },
      }
    if (over) throw new Error(`The server ended with ${JSON.stringify(over)}:\n${output()}`)
    if (Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The server was not ready after 90 s:\n${output()}`)
    }
    await pause(10)
  }
}

/** Runs an admin command in this process. */
export async function admin(
  fixture: ServerFixture,
  ...words: string[]
): Promise<{ code: number | null; output: string }> {
  const { code, out, error } = await runAdmin(fixture, ...words)
  return { code, output: out + error }
}

/** Returns the running child processes of a process; empty where the system does not list them. */
export function listChildProcesses(pid: number): number[] {
  if (process.platform !== 'linux') return []
  const all = readdirSync('/proc').map(Number).filter(Boolean)
  return all.filter(each => {
    try {
      return readFileSync(`/proc/${each}/status`, 'utf8').includes(`\nPPid:\t${pid}\n`)
    } catch {
      return false
    }
  })
}
