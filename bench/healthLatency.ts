import { setTimeout as pause } from 'node:timers/promises'
import { percentile } from './stats.ts'
import { get, Wire } from './wire.ts'

/**
 * Requests /api/health repeatedly, with pauses of at most 5 ms, while work is running.
 * @returns the 99th percentile of the response times, in milliseconds; the longest when there are few
 */
export async function measureHealth(port: number, work: () => Promise<unknown>): Promise<number> {
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
