import type { QueuedMutation } from '@nestmark/client/outbox/queue'
import { expect, test } from 'vitest'
import { isRefused, toQueued } from './queue.ts'

const entry: QueuedMutation = {
  id: 'key',
  who: 'ada',
  op: 'deleteHighlight',
  input: { kind: 'deleteHighlight', highlightId: 'h' },
  title: '',
  at: 5,
  state: 'waiting',
}
const fine = { isEnded: false, isAway: false }

test('EXT-01 a waiting task says what it waits for, and a refused one why', () => {
  expect(toQueued(entry, fine)).toEqual({ id: 'key', at: 5, task: entry.input })
  expect(toQueued(entry, { ...fine, isAway: true }).problem).toMatchObject({ kind: 'away' })
  // A server that is away cannot say that the key has ended: this is known from before.
  expect(toQueued(entry, { isEnded: true, isAway: true }).problem).toMatchObject({ kind: 'ended' })
  const refused = toQueued({ ...entry, state: 'refused', sentence: 'No room.', code: 'plan.links' }, fine)
  expect(refused.problem).toEqual({ kind: 'refused', code: 'plan.links', message: 'No room.' })
  expect([isRefused(refused), isRefused(toQueued(entry, fine))]).toEqual([true, false])
})
