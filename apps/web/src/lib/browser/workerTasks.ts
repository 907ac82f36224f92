/** A message to a worker: the name of a task, and its input. */
interface TaskMessage {
  id: number
  name: string
  input: unknown[]
}

interface TaskAnswer {
  id: number
  result?: unknown
  failed?: true
}

/** The names of the tasks of a worker, with functions that return promises. */
type Tasks = object
type TaskOf<All, Name extends keyof All> = Extract<All[Name], (...input: never[]) => Promise<unknown>>

export interface WorkerTasks<All extends Tasks> {
  /** Runs a task in the worker, which is started when it is needed. @throws what `toError` returns */
  run<Name extends keyof All & string>(
    name: Name,
    ...input: Parameters<TaskOf<All, Name>>
  ): ReturnType<TaskOf<All, Name>>
  /** Terminates the worker and so erases its memory. Running tasks fail. */
  end(): void
}

/** Runs tasks in a worker, one after the other. The worker reports only that a task failed, never why. */
export function createWorkerTasks<All extends Tasks>(
  start: () => Worker,
  toError: () => Error,
): WorkerTasks<All> {
  let worker: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  const end = () => {
    worker?.terminate()
    worker = undefined
    for (const { reject } of waiting.values()) reject(toError())
    waiting.clear()
  }
  const startWorker = () => {
    const started = start()
    started.addEventListener('message', ({ data }: MessageEvent<TaskAnswer>) => {
      const task = waiting.get(data.id)
      waiting.delete(data.id)
      if (data.failed) task?.reject(toError())
      else task?.resolve(data.result as never)
    })
    started.addEventListener('error', end)
    return started
  }
  return {
    run(name, ...input) {
      worker ??= startWorker()
      const message: TaskMessage = { id: ++lastId, name, input }
      return new Promise((resolve, reject) => {
        waiting.set(message.id, { resolve, reject })
        worker?.postMessage(message)
      }) as ReturnType<TaskOf<All, typeof name>>
    },
    end,
  }
}

/** Handles the messages of `createWorkerTasks`, in a worker. */
export function answerTasks<All extends Tasks>(
  worker: { addEventListener: Worker['addEventListener']; postMessage: (message: unknown) => void },
  tasks: All,
): void {
  const answer = async ({ id, name, input }: TaskMessage): Promise<void> => {
    try {
      const task = tasks[name as keyof All] as (...values: unknown[]) => unknown
      worker.postMessage({ id, result: await task(...input) } satisfies TaskAnswer)
    } catch {
      // Every failure looks the same.
      worker.postMessage({ id, failed: true } satisfies TaskAnswer)
    }
  }
  worker.addEventListener('message', event => void answer((event as MessageEvent<TaskMessage>).data))
}
