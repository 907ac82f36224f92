import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import type { Worker } from 'node:worker_threads'
import { afterAll, expect, test } from 'vitest'
import { endThread, startThread } from './threads.ts'

const folder = mkdtempSync(join(tmpdir(), 'end-thread-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Starts a thread that calls `endOnRequest` and then runs a program. It writes to a counter that both threads see. */
function start(program: string, resourceLimits = {}): { worker: Worker; counter: Int32Array } {
  const file = join(folder, `${Math.random()}.mjs`)
  writeFileSync(
    file,
    `import { parentPort, workerData } from 'node:worker_threads'
     import { endOnRequest } from ${JSON.stringify(new URL('./threads.ts', import.meta.url).href)}
     endOnRequest(parentPort)
     const counter = new Int32Array(workerData)
     parentPort.on('message', () => Atomics.add(counter, 0, 100))
     ${program}
     Atomics.add(counter, 0, 1)`,
  )
  const workerData = new SharedArrayBuffer(4)
  return {
    worker: startThread(pathToFileURL(file), { workerData, resourceLimits }),
    counter: new Int32Array(workerData),
  }
}

test('a thread that is loading its modules ends after it has evaluated them, and handles no message', async () => {
  const { worker, counter } = start('for (let n = 0; n < 1e7; n++) counter[0] |= 0')
  await once(worker, 'online')
  await endThread(worker)
  expect(counter[0]).toBe(1)
})

test('terminates a thread in an endless loop after the timeout', async () => {
  const { worker, counter } = start('for (;;);')
  await once(worker, 'online')
  await endThread(worker, 50)
  expect(counter[0]).toBe(0)
})

test('a thread that has ended needs no request', async () => {
  const { worker } = start('process.exit()')
  await once(worker, 'exit')
  await endThread(worker)
})

test('two requests wait for the same end', async () => {
  const { worker, counter } = start('')
  await Promise.all([endThread(worker), endThread(worker)])
  expect(counter[0]).toBe(1)
})

test('a thread has the young generation of its limits, whatever flag the process has', async () => {
  setFlagsFromString('--max-semi-space-size=16')
  const { worker } = start(
    `const { getHeapSpaceStatistics } = await import('node:v8')
     const retained = []
     for (let n = 0; n < 2e6; n++) retained[n % 50_000] = { n }
     parentPort.postMessage(getHeapSpaceStatistics().find(each => each.space_name === 'new_space').space_size)`,
    { maxYoungGenerationSizeMb: 3 },
  )
  const [bytes] = (await once(worker, 'message')) as [number]
  await endThread(worker)
  expect(bytes).toBeLessThan(8e6)
})
