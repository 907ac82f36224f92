import { replaceGlobal } from './fakePage.testing.ts'
import { answerTasks } from './browser/workerTasks.ts'

/**
 * Replaces the workers of a browser, which Node does not have, until the current test ends. A message is copied, as between
 * threads.
 * @param toTasks returns what a new worker does, by the name of its file
 * @returns how many workers are started and how many were ended
 */
export function fakeWorkers(toTasks: (file: string) => object) {
  const counts = { started: 0, ended: 0 }
  class FakeWorker extends EventTarget {
    readonly #inside = new EventTarget()
    #isEnded = false
    constructor(url: URL) {
      super()
      counts.started += 1
      const send = (data: unknown) => {
        if (!this.#isEnded) this.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))
      }
      const addEventListener = this.#inside.addEventListener.bind(this.#inside) as Worker['addEventListener']
      answerTasks({ addEventListener, postMessage: send }, toTasks(url.pathname.split('/').at(-1) ?? ''))
    }
    postMessage(data: unknown): void {
      this.#inside.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))
    }
    terminate(): void {
      counts.ended += 1
      this.#isEnded = true
    }
  }
  replaceGlobal('Worker', FakeWorker)
  return counts
}
