import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import type { Picture, PictureAnswer, PictureRequest, PictureTask } from './pictureTasks.ts'

/** The limits of one process. */
export interface PictureLimits {
  /** How long a file may take, in milliseconds; starting the process takes some of it. */
  taskMs: number
  /** How much memory the process may use, in bytes. */
  memory: number
  /** How long a process stays without a file, in milliseconds. */
  idleMs: number
}

export const pictureLimits: PictureLimits = { taskMs: 20_000, memory: 700_000_000, idleMs: 30_000 }

const pictureProgram = new URL('./pictures.process.ts', import.meta.url)
/** The folder with the code and its dependencies: the only files that the process may read. */
const codeFolder = join(import.meta.dirname, '../../../..')
/** How often the memory is measured, in milliseconds. A decoder allocates some hundred megabytes in this time. */
const measureMs = 50

/** Runs picture tasks in separate processes. */
export interface PictureProcesses {
  /**
   * Runs a task, in an idle process or a new one. The caller limits the concurrency.
   * @returns the pictures, or null when the file cannot be read, or exceeds a limit
   */
  run(task: PictureTask, file: Uint8Array): Promise<Picture[] | null>
}

interface Decoder {
  child: ChildProcess
  idleTimer?: NodeJS.Timeout
  /** Ends the current task. */
  settle: ((answer: PictureAnswer) => void) | null
}

/**
 * Creates the processes; they start with the first files. They end with this process.
 * @param program what they run
 */
export function createPictureProcesses(
  limits: PictureLimits = pictureLimits,
  program: URL = pictureProgram,
): PictureProcesses {
  const idle: Decoder[] = []

  function start(): Decoder {
    const child = fork(program, {
      // Foreign bytes get neither secrets nor the right to write files or to start programs.
      env: {},
      execArgv: [
        '--permission',
        '--allow-addons',
        `--allow-fs-read=${codeFolder}/*`,
        '--max-old-space-size=64',
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    lowerPriority(child)
    const decoder: Decoder = { child, settle: null }
    const end = () => {
      remove(decoder)
      decoder.settle?.({})
    }
    child.on('message', (answer: PictureAnswer) => decoder.settle?.(answer))
    child.on('error', end)
    child.on('exit', end)
    return decoder
  }

  function remove(decoder: Decoder): void {
    clearTimeout(decoder.idleTimer)
    const at = idle.indexOf(decoder)
    if (at >= 0) idle.splice(at, 1)
  }

  function rest(decoder: Decoder): void {
    // An idle process must not keep this one alive.
    decoder.child.unref()
    decoder.child.channel?.unref()
    decoder.idleTimer = setTimeout(() => stop(decoder), limits.idleMs).unref()
    idle.push(decoder)
  }

  function stop(decoder: Decoder): void {
    remove(decoder)
    decoder.child.kill('SIGKILL')
  }

  function take(): Decoder {
    const rested = idle.at(-1)
    if (!rested) return start()
    remove(rested)
    rested.child.ref()
    rested.child.channel?.ref()
    return rested
  }

  return {
    run: (task, file) =>
      new Promise(resolve => {
        const decoder = take()
        const stopAtLimit = () => stop(decoder)
        const timer = setTimeout(stopAtLimit, limits.taskMs)
        const guard = guardMemory(decoder.child, limits.memory, stopAtLimit)
        decoder.settle = ({ pictures }) => {
          decoder.settle = null
          clearTimeout(timer)
          guard()
          if (decoder.child.connected && decoder.child.exitCode === null && !decoder.child.killed)
            rest(decoder)
          resolve(pictures?.map(each => ({ ...each, data: Buffer.from(each.data) })) ?? null)
        }
        // A process that has ended emits 'exit'.
        decoder.child.send({ task, file } satisfies PictureRequest, () => undefined)
      }),
  }
}

/** Pictures wait behind all requests. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, 5)
  } catch {
    // A sandbox may forbid it, or the process has ended.
  }
}

/**
 * Calls `stop` when a process uses more memory than the limit. Linux reports it; elsewhere the time and the number of
 * pixels limit it.
 * @returns a function that ends the measuring
 */
function guardMemory({ pid }: ChildProcess, limit: number, stop: () => void): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => undefined
  const measure = async () => {
    const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
    const pages = Number(statm.split(' ')[1])
    if (pages * pageBytes > limit) stop()
  }
  const timer = setInterval(() => void measure(), measureMs)
  return () => clearInterval(timer)
}

/** The size of a page of memory; larger pages let a process use more before it is ended. */
const pageBytes = 4096
