import type { ChildProcess, Serializable } from 'node:child_process'
import { startConfinedProcess } from '../../concurrency/confinedProcess.ts'
import { guardMemory } from '../../concurrency/guardMemory.ts'
import { createIdleProcesses } from '../../concurrency/idleProcesses.ts'

/** The limits of one process. */
export interface ProcessLimits {
  /** How long a task may take, in milliseconds, in a process that has started. */
  taskMs: number
  /** How much memory the process may use, in bytes. */
  memory: number
  /** The limit of its JavaScript heap, in megabytes. */
  heapMb: number
  /** How long a process stays alive without a task, in milliseconds. */
  idleMs: number
}

/** How long a process may take to load its program, in milliseconds. On a busy machine that takes many seconds. */
const startMs = 60_000

/** Runs tasks on untrusted bytes in separate processes, one task at a time in each. */
export interface TaskProcesses<Request, Answer> {
  /**
   * Runs a task, in an idle process or a new one. The caller limits the concurrency.
   * @param taskMs how long it may take, in milliseconds; `ProcessLimits.taskMs` by default
   * @returns the answer, or null when the process ended or exceeded a limit
   */
  run(request: Request, taskMs?: number): Promise<Answer | null>
}

interface TaskProcess<Answer> {
  child: ChildProcess
  isReady: boolean
  /** Starts the time of the current task. */
  onReady: (() => void) | null
  /** Ends the current task. */
  settle: ((answer: Answer | null) => void) | null
}

/**
 * Creates the processes; they start with the first tasks. They end with this process.
 * @param program sends 'ready' once, then answers each message with one message. It has no environment, reads only the
 * code, writes nothing and starts no program.
 * @param mayLoadAddons whether it may load native code
 */
export function createTaskProcesses<Request, Answer>(
  program: URL,
  limits: ProcessLimits,
  { mayLoadAddons = false } = {},
): TaskProcesses<Request, Answer> {
  const idle = createIdleProcesses<TaskProcess<Answer>>(limits.idleMs)

  function start(): TaskProcess<Answer> {
    const child = startConfinedProcess(program, { heapMb: limits.heapMb, mayLoadAddons })
    const started: TaskProcess<Answer> = { child, isReady: false, onReady: null, settle: null }
    const end = () => {
      idle.remove(started)
      started.settle?.(null)
    }
    child.on('message', (message: Answer | 'ready') => {
      if (message !== 'ready') return started.settle?.(message)
      // Untrusted code in the process must not extend its time.
      if (started.isReady) return
      started.isReady = true
      started.onReady?.()
    })
    child.on('error', end)
    child.on('exit', end)
    return started
  }

  return {
    run: (request, taskMs = limits.taskMs) =>
      new Promise(resolve => {
        const taken = idle.take(() => true) ?? start()
        const stopAtLimit = () => idle.stop(taken)
        let timer = setTimeout(stopAtLimit, taken.isReady ? taskMs : startMs)
        taken.onReady = () => {
          clearTimeout(timer)
          timer = setTimeout(stopAtLimit, taskMs)
        }
        const guard = guardMemory(taken.child, limits.memory, stopAtLimit)
        taken.settle = answer => {
          taken.settle = null
          taken.onReady = null
          clearTimeout(timer)
          guard()
          idle.rest(taken)
          resolve(answer)
        }
        // A process that has ended emits 'exit'.
        taken.child.send(request as Serializable, () => undefined)
      }),
  }
}
