import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createConcurrencyLimits } from '../turns/concurrencyLimits.ts'
import { expectRefusal } from '../testing/refusal.testing.ts'
import { createThreadPool } from './threadPool.ts'

const folder = mkdtempSync(join(tmpdir(), 'pool-'))
const file = join(folder, 'obedient.mjs')
// Evaluates each message as code.
writeFileSync(
  file,
  `import { parentPort, threadId } from 'node:worker_threads'
   import { endOnRequest } from ${JSON.stringify(new URL('../../concurrency/threads.ts', import.meta.url).href)}
   endOnRequest(parentPort)
   parentPort.on('message', code => parentPort.postMessage({ result: new Function('id', code)(threadId) }))`,
)
const share = { running: 2, perCaller: 1, waiting: 8, waitingPerCaller: 2 }
const slots = createConcurrencyLimits({
  total: share,
  visitors: { ...share, running: 1 },
  jobs: { ...share, running: 1 },
  peoplePerAddress: 2,
  maxWaitMs: 60_000,
})
const rules = {
  entry: pathToFileURL(file),
  jobMs: 30_000,
  idleMs: 500,
  queueLength: 1,
  maxWaitMs: 60_000,
  memoryMb: 32,
}
const pool = createThreadPool<string, unknown>(2, slots, rules)
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

test('S19 a page that takes long to read delays its own caller only, and few jobs wait per caller', async () => {
  const ada = { kind: 'person', key: 'ada' } as const
  const bob = { kind: 'person', key: 'bob' } as const
  // Ends with the pool.
  const endless = expectRefusal(pool.run(ada, 'for (;;);'))
  const behind = [pool.run(ada, 'return 1'), pool.run(ada, 'return 2')].map(expectRefusal)
  expect((await expectRefusal(pool.run(ada, 'return 3'))).reason).toBe('busy')
  for (let n = 0; n < 5; n++) expect(await pool.run(bob, `return ${n}`)).toBe(n)
  await pool.close()
  for (const each of [endless, ...behind]) expect((await each).reason).toBe('aborted')
})
