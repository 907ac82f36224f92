import { expect, test } from 'vitest'
import { toQueueBadge } from './badge.ts'

test('EXT-01 the badge is grey while nothing is connected, and its title says so', () => {
  const [none, some] = [toQueueBadge(false, 0), toQueueBadge(false, 3)]
  expect(none).toEqual({ text: '–', color: '#63706E', title: 'Nestmark is not connected' })
  expect(some).toEqual({ ...none, text: '3' })
})

test('EXT-01 the badge of a connection has the number of saves that wait', () => {
  expect(toQueueBadge(true, 0)).toMatchObject({ text: '', title: 'Save to Nestmark' })
  expect(toQueueBadge(true, 1)).toEqual({ text: '1', color: '#875300', title: '1 save waits' })
})
