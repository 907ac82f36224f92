import { expect, test } from 'vitest'
import { createHostTurns } from './hostTurns.ts'

test('FIND-05 S20 requests to a host start one after the other, with a pause, and those to others do not wait', async () => {
  const turns = createHostTurns(60)
  const starts: number[] = []
  let open = 0
  const visit = (host: string, pauseMs?: number) =>
    turns.run(
      host,
      async () => {
        expect(open).toBe(0)
        open++
        starts.push(performance.now())
        await new Promise(go => setTimeout(go, 5))
        open--
      },
      { ...(pauseMs !== undefined && { pauseMs }) },
    )
  await Promise.all([visit('a.example'), visit('a.example', 120), visit('a.example')])
  const [first = 0, second = 0, third = 0] = starts
  expect(second - first).toBeGreaterThanOrEqual(60)
  expect(third - second).toBeGreaterThanOrEqual(120)
  let isFree = false
  turns.hold('a.example', 3_600_000)
  await turns.run('b.example', async () => void (isFree = true))
  expect(isFree).toBe(true)
})

test('FIND-05 leaves a host alone that asks to wait, and a stop ends the wait', async () => {
  const turns = createHostTurns(1)
  turns.hold('a.example', 3_600_000)
  const stop = new AbortController()
  const visits = [1, 2].map(() =>
    turns.run('a.example', () => Promise.reject(new Error('visited')), { signal: stop.signal }),
  )
  stop.abort(new Error('stopped'))
  for (const visit of visits) await expect(visit).rejects.toThrow('stopped')
})
