import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Config } from '../configuration/config.ts'
import type { ReadCall } from './messages.ts'
import { createReaderPool, longCallMs } from './readerPool.ts'

const program = new URL('./blockedReader.testing.ts', import.meta.url)

test('F26 calls do not wait in the thread that a long statement of another caller occupies', async () => {
  const lock = new Int32Array(new SharedArrayBuffer(4))
  const config = { databaseUrl: null, lock } as unknown as Config
  const readers = createReaderPool(config, program, () => undefined)
  try {
    const run = async (path: string, key: string) =>
      (await readers.run({ path } as ReadCall, key)).bytes.toString()
    const blocked = run('block', 'ada')
    // From then on the statement counts as long.
    await pause(2 * longCallMs)
    const others = await Promise.all(['willem', 'rosa', 'xaver'].map(key => run('read', key)))
    Atomics.store(lock, 0, 1)
    Atomics.notify(lock, 0)
    expect(others).not.toContain(await blocked)
  } finally {
    Atomics.store(lock, 0, 1)
    Atomics.notify(lock, 0)
    await readers.close()
  }
})
