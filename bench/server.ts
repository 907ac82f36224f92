import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { assertDefined } from '@nestmark/core/assertDefined'
import { ownRoot } from './checkout.ts'
import type { ServerLocation } from './serverLocation.ts'
import { freePort } from '../apps/server/src/test/support/postgres.ts'
import { get, Wire } from './wire.ts'

/** Limits the young generation of the heap, as `npm start` does: Node 24 would keep 100 MB for it. */
const youngGeneration = '--max-semi-space-size=16'

/** A Nestmark server in a separate process. */
export interface Server {
  port: number
  pid: number
  /** Milliseconds from the start of the process until it reports ready. */
  readyAfter: number
  stop(): Promise<void>
  /** Kills the process, as in a crash. */
  kill(): Promise<void>
}

/**
 * Starts a server and waits until it is ready. Its DNS resolves no names, so it sends no external requests.
 * @param program a path, relative to the checkout of the location; by default the server itself; scripts/start.mjs is what `npm start` runs
 */
export async function startServer(
  location: ServerLocation,
  program = 'apps/server/dist/main.js',
  more: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort()
  const { root = ownRoot } = location
  const begun = performance.now()
  const child = spawn(process.execPath, [youngGeneration, resolve(root, program)], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: location.dataDir,
      ...(location.databaseUrl ? { DATABASE_URL: location.databaseUrl } : {}),
      LOG_LEVEL: 'error',
      FETCH_DNS: '127.0.0.1:9',
      // The free plan would stop at 500 links.
      DEFAULT_PLAN: '2',
      ...more,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(child, port)
  return {
    port,
    pid: assertDefined(child.pid, 'pid'),
    readyAfter: performance.now() - begun,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
  }
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  const request = get('/api/ready')
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`)
    try {
      const wire = await Wire.open(port)
      const { status } = await wire.ask(request)
      wire.close()
      if (status === 200) return
    } catch {
      // The server does not listen yet.
    }
    await pause(5)
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

/** Returns the resident memory of a process in MB: the current value and the peak. */
export function readMemory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024) / 1e6
  return { now: of('VmRSS'), peak: of('VmHWM') }
}
