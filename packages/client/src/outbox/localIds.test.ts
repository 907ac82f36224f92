import { expect, test } from 'vitest'
import { isLocalId, localId } from './localIds.ts'
import { startOutbox } from './outbox.testing.ts'

test('OFFLINE gives a local id only to an item created without a connection', () => {
  expect(isLocalId(localId('k'))).toBe(true)
  expect(isLocalId('5f1d7a')).toBe(false)
})

test('OFFLINE the id of the server replaces the local one in all queued mutations and in later inputs', () => {
  const { queueLink, readQueue, replaceLocalIds, setRealId, updateQueued } = startOutbox()
  queueLink('a', localId('queued-1'))
  queueLink('b', localId('queued-2'))
  updateQueued('a', { form: { parent: localId('queued-1') } })
  setRealId('queued-1', 'c1')
  const [first, second] = readQueue()
  expect(first).toMatchObject({ input: { parent: 'c1', name: 'a' }, form: { parent: 'c1' } })
  expect(second).toMatchObject({ input: { parent: localId('queued-2') } })
  expect(replaceLocalIds({ linkIdArr: ['l1'], inside: [localId('queued-1')] })).toEqual({
    linkIdArr: ['l1'],
    inside: ['c1'],
  })
  expect(replaceLocalIds(undefined)).toBeUndefined()
})

test('OFFLINE a text that only contains a local id stays as the user typed it', () => {
  const { replaceLocalIds, setRealId } = startOutbox()
  setRealId('queued-3', 'c3')
  const input = { name: `see ${localId('queued-3')}` }
  expect(replaceLocalIds(input)).toEqual(input)
})
