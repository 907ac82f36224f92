import { topics } from '@nestmark/contract/topics'
import { expect, test } from 'vitest'
import { parseMessage, serializeChanges } from './serverMessages.ts'

test('a change of every topic reaches other servers unchanged; an unknown topic is a gap', () => {
  const change = { ownerId: 'ada', topics: [...topics], by: null }
  expect(serializeChanges([change]).map(parseMessage)).toEqual([{ changes: [change] }])
  const later = JSON.stringify({ changes: [{ ownerId: 'ada', topics: ['unknown'], by: null }] })
  expect(parseMessage(later)).toBeNull()
})
