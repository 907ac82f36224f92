import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

/** A step of `foreignText.worker.ts`. */
export interface ForeignTextStep {
  at: number
  /** The expression with its file, or the function. */
  name: string
  character: string
}

const characters = ['a', '.', ' ', '(', '\u0301', '<', '&', '\\']
const length = 1_000_000
/** Linear time is below a second on any machine, and quadratic time many minutes on every one. In milliseconds. */
const stepMs = 20_000

/** Runs the steps from a number on. Returns the step that did not end in its time; null when all ended. */
function runSteps(from: number): Promise<ForeignTextStep | null> {
  return new Promise((resolve, reject) => {
    const workerData = { characters, length, from }
    const worker = new Worker(new URL('./foreignText.worker.ts', import.meta.url), { workerData })
    let timer: NodeJS.Timeout | undefined
    worker.on('message', (step: ForeignTextStep) => {
      clearTimeout(timer)
      timer = setTimeout(() => void worker.terminate().then(() => resolve(step)), stepMs)
    })
    worker.on('error', reject)
    worker.on('exit', () => {
      clearTimeout(timer)
      resolve(null)
    })
  })
}

test(
  'F26 no expression and no reader of foreign text takes time by the square of its length',
  { timeout: 600_000 },
  async () => {
    const slow: ForeignTextStep[] = []
    for (let step = await runSteps(0); step; step = await runSteps(step.at + 1)) slow.push(step)
    expect(slow).toEqual([])
  },
)
