import type { ChildProcess } from 'node:child_process'
import { startConfinedProcess } from '../concurrency/confinedProcess.ts'
import { guardMemory } from '../concurrency/guardMemory.ts'
import { createIdleProcesses } from '../concurrency/idleProcesses.ts'
import { cleanFound } from './cleanFound.ts'
import {
  type Found,
  type FromProcess,
  maxRangeBytes,
  type MediaFailure,
  type MediaFile,
  type MediaResult,
  type MediaTask,
  type ToProcess,
} from './mediaTasks.ts'

/** The limits of one process. */
export interface MediaLimits {
  /** How long a task may take, in milliseconds; starting the process takes some of it. */
  taskMs: Record<MediaTask, number>
  /** How much memory the process may use, in bytes. */
  memory: number
  /** How long a process stays without a file, in milliseconds. */
  idleMs: number
  /** How many processes stay without a file. */
  idle: number
}

export const mediaLimits: MediaLimits = {
  taskMs: {
    pictures: 20_000,
    profile: 20_000,
    png: 20_000,
    page: 20_000,
    article: 20_000,
    image: 20_000,
    preview: 20_000,
    rewrite: 30_000,
    recording: 15_000,
    document: 30_000,
    documentFacts: 30_000,
  },
  memory: 700_000_000,
  idleMs: 30_000,
  idle: 2,
}

const mediaProgram = new URL('./media.process.ts', import.meta.url)

/** Runs tasks on untrusted files in separate processes. */
export interface MediaProcesses {
  /**
   * Runs a task, in an idle process or a new one. The caller limits the concurrency.
   * @throws what `file.read` throws, the signal's reason, and an error of the system when no process can be started
   */
  run(task: MediaTask, file: MediaFile, options?: MediaOptions): Promise<MediaResult>
}

export interface MediaOptions {
  /**
   * Whose file it is. A process that has read a file reads no file of another owner: what took it over with one file
   * gets no other person's.
   */
  key?: string
  signal?: AbortSignal
}

interface MediaProcess {
  child: ChildProcess
  key: string
  /** Receives the messages of the current task. */
  receive: (message: FromProcess) => void
  /** Ends the current task after the process. */
  onEnd: (error: unknown) => void
}

/** Returns a file for the bytes in memory. */
export const toMediaFile = (bytes: Uint8Array): MediaFile => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
})

/**
 * Creates the processes; they start with the first files. They end with this process.
 * @param program what they run
 */
export function createMediaProcesses(
  limits: MediaLimits = mediaLimits,
  program: URL = mediaProgram,
): MediaProcesses {
  const idle = createIdleProcesses<MediaProcess>(limits.idleMs, limits.idle)

  function start(key: string): MediaProcess {
    const child = startConfinedProcess(program, { heapMb: 64, mayLoadAddons: true })
    const entry: MediaProcess = { child, key, receive: () => undefined, onEnd: () => undefined }
    const end = (error: unknown) => {
      idle.remove(entry)
      entry.onEnd(error)
    }
    child.on('message', (message: FromProcess) => entry.receive(message))
    child.on('error', end)
    child.on('exit', () => end(null))
    return entry
  }

  return {
    async run(task, file, { key = '', signal } = {}) {
      signal?.throwIfAborted()
      const entry = idle.take(each => each.key === key) ?? start(key)
      try {
        const result = await runTask(entry, { task, file, limits, signal })
        // The memory of the PDF library only grows, so its process is not used again.
        if (task.startsWith('document')) idle.stop(entry)
        else idle.rest(entry)
        return result
      } catch (error) {
        idle.stop(entry)
        throw error
      }
    },
  }
}

/** Runs a task in a process, which is killed at the limits and when the file cannot be read. */
function runTask(
  entry: MediaProcess,
  {
    task,
    file,
    limits,
    signal,
  }: { task: MediaTask; file: MediaFile; limits: MediaLimits; signal: AbortSignal | undefined },
): Promise<MediaResult> {
  const { child } = entry
  const send = (message: ToProcess) => {
    // A process that has ended emits 'exit'.
    if (child.connected) child.send(message, () => undefined)
  }
  let found: Found = {}
  return new Promise((resolve, reject) => {
    const kill = () => void child.kill('SIGKILL')
    const settle = (end: { failure: MediaFailure | null } | { error: unknown }) => {
      clearTimeout(timer)
      stopGuard()
      signal?.removeEventListener('abort', abort)
      entry.receive = entry.onEnd = () => undefined
      if ('error' in end) {
        kill()
        reject(end.error as Error)
      } else resolve({ found, failure: end.failure })
    }
    const killAs = (failure: MediaFailure) => () => {
      kill()
      settle({ failure })
    }
    const abort = () => settle({ error: signal?.reason })
    const timer = setTimeout(killAs('tooSlow'), limits.taskMs[task])
    const stopGuard = guardMemory(child, limits.memory, killAs('tooLarge'))
    signal?.addEventListener('abort', abort, { once: true })
    entry.onEnd = error => settle(error === null ? { failure: 'ended' } : { error })
    entry.receive = message => {
      if ('found' in message) found = { ...found, ...cleanFound(message.found) }
      else if ('end' in message) settle({ failure: message.end })
      else
        readRange(file, message.read).then(
          bytes => send({ bytes }),
          (error: unknown) => settle({ error }),
        )
    }
    send({ task, size: file.size })
  })
}

/** Reads a range that a process requests. It decides nothing: a range outside of the file is an error. */
async function readRange(
  file: MediaFile,
  { offset, length }: { offset: number; length: number },
): Promise<Uint8Array> {
  const isValid =
    Number.isSafeInteger(offset) &&
    Number.isSafeInteger(length) &&
    offset >= 0 &&
    length >= 0 &&
    length <= maxRangeBytes &&
    offset + length <= file.size
  if (!isValid) throw new RangeError('A process asked for bytes outside of its file.')
  return length === 0 ? new Uint8Array(0) : file.read(offset, length)
}
