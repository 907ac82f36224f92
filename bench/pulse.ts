import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from './stats.ts'
import { get, Wire } from './wire.ts'

/**
 * Asks for /api/health without a pause longer than 5 ms while work goes on.
 * @returns the 99th percentile of the answers, in milliseconds; of few answers the longest
 */
export async function pulse(port: number, work: () => Promise<unknown>): Promise<number> {
  const wire = await Wire.open(port)
  const request = get('/api/health')
  const took: number[] = []
  const ended = new AbortController()
  const working = work().finally(() => ended.abort())
  do {
    took.push(await wire.time(request))
    await pause(5)
  } while (!ended.signal.aborted)
  await working
  wire.close()
  return percentile(took, 0.99)
}
