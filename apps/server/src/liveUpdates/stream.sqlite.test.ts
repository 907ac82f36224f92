import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EventLog } from './eventLog.ts'
import { EventStream } from './stream.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function openSink() {
  const written: string[] = []
  const sink = {
    takes: true,
    cut: false,
    write(text: string) {
      written.push(text)
      return sink.takes
    },
    end: () => undefined,
    destroy: () => void (sink.cut = true),
  }
  return { sink, written, stream: new EventStream({ personId: 'ada', sessionId: 's' }, sink) }
}

test('FRESH a blocked client uses no memory, gets one merged message later, and the server disconnects it in the end', async () => {
  const { sink, written, stream } = openSink()
  stream.sendHello('e.0', { missed: [] })
  sink.takes = false
  stream.send({ topics: ['links'], by: 'w1' }, 'e.1')
  expect(written).toHaveLength(2)
  for (let n = 2; n < 5000; n++)
    stream.send({ topics: n % 2 ? ['tags'] : ['collections'], by: `w${n % 50}` }, `e.${n}`)
  vi.advanceTimersByTime(350)
  expect(written).toHaveLength(2)
  sink.takes = true
  stream.onDrain()
  expect(written).toHaveLength(3)
  expect(written[2]!.length).toBeLessThan(2000)
  expect(written[2]).toContain('id: e.4999')
  expect(written[2]).toMatch(/"by":null/)

  sink.takes = false
  stream.send({ topics: ['links'], by: null }, 'e.5000')
  vi.advanceTimersByTime(350)
  for (let beat = 0; beat < 3; beat++) stream.sendHeartbeat()
  expect(sink.cut).toBe(true)
})

test('FRESH merges many changes into one message, and sends the first immediately', async () => {
  const { written, stream } = openSink()
  for (let n = 0; n < 100; n++) stream.send({ topics: ['links'], by: null }, `e.${n}`)
  expect(written).toHaveLength(1)
  vi.advanceTimersByTime(350)
  expect(written).toHaveLength(2)
  expect(written[1]).toContain('id: e.99')
})

test('FRESH the journal reports how far back it reaches', () => {
  let now = 0
  const journal = new EventLog(() => now)
  const start = journal.id
  now = 1000
  journal.record(['ada'], ['links'])
  const then = journal.id
  now = 2000
  journal.record(['rosa'], ['tags'])
  journal.record(['ada', 'rosa'], ['trash'])
  expect(journal.listMissedSince('ada', start)).toEqual(['links', 'trash'])
  expect(journal.listMissedSince('ada', then)).toEqual(['trash'])
  expect(journal.listMissedSince('ada', journal.id)).toEqual([])
  expect(journal.listMissedWithin('ada', 500)).toEqual(['trash'])
  expect(journal.listMissedWithin('ada', 2000)).toEqual(['links', 'trash'])
  expect(journal.listMissedWithin('ada', 2001)).toBe('all')
  for (let n = 0; n < 10_000; n++) journal.record(['rosa'], ['links'])
  expect(journal.listMissedSince('ada', then)).toBe('all')
  expect(journal.listMissedSince('ada', journal.id)).toEqual([])
  const before = journal.id
  journal.reset()
  expect(journal.listMissedSince('ada', before)).toBe('all')
})
