import { beforeEach, expect, test } from 'vitest'
import { startKeys } from './keys.testing.ts'
import { toSavedId } from './keyRing.ts'
import { makeTestKey, type TestKey } from './testKeys.testing.ts'

let papers: TestKey
let letters: TestKey
beforeEach(async () => {
  ;[papers, letters] = await Promise.all([makeTestKey('papers'), makeTestKey('letters')])
})

function start() {
  const keys = startKeys()
  const read = (name: 'local' | 'session') => JSON.stringify([...keys.texts[name]])
  const kids = () => keys.keyRing.get().map(({ kid }) => kid)
  return { ...keys, read, kids }
}

test('ENC-06 stores a key in the session storage, or in the device storage until logout', () => {
  const { keyRing, read } = start()
  keyRing.save([papers.record], 0)
  expect(read('session')).toContain(papers.record.key)
  expect(read('local')).not.toContain(papers.record.key)
  keyRing.setLifetime(papers.record, 1)
  expect(read('session')).not.toContain(papers.record.key)
  expect(read('local')).toContain(papers.record.key)
  keyRing.save([letters.record], 0)
  expect(keyRing.get().map(({ kid, lifetime }) => [kid, lifetime])).toEqual([
    [letters.kid, 0],
    [papers.kid, 1],
  ])
})

test('ENC-06 ENC-13 E08 a removed key leaves both storages, and its handle no longer opens', async () => {
  const { keyRing, kids, read } = start()
  keyRing.save([papers.record], 0)
  keyRing.save([letters.record], 1)
  expect((await keyRing.open(papers.kid))?.kid).toBe(papers.kid)
  keyRing.remove(papers.record)
  expect(await keyRing.open(papers.kid)).toBeNull()
  expect(kids()).toEqual([letters.kid])
  keyRing.clear()
  expect(kids()).toEqual([])
  expect(read('session') + read('local')).not.toContain('keys:')
})

test('E08 notifies what uses keys when the user removes one, not when they add one or store it for longer', () => {
  const { keyRing, onKeyRemoved } = start()
  let removals = 0
  onKeyRemoved(() => void removals++)
  keyRing.save([papers.record, letters.record], 0)
  keyRing.setLifetime(papers.record, 1)
  expect(removals).toBe(0)
  keyRing.remove(papers.record)
  expect(removals).toBe(1)
  keyRing.replace([papers.record], 0)
  expect(removals).toBe(2)
})

test('E08 does not read the keys of another person, and deletes them when the server names the person', () => {
  const { keyRing, kids, read, storage } = start()
  keyRing.save([papers.record], 1)
  storage.setItem('me_id', 'noor')
  keyRing.setPerson('noor')
  expect(kids()).toEqual([])
  expect(read('local')).not.toContain(papers.record.key)
  keyRing.save([letters.record], 0)
  keyRing.setPerson('noor')
  expect(kids()).toEqual([letters.kid])
})

test('E08 saves no key without a session', () => {
  const { keyRing, kids, read, token } = start()
  token.remove()
  keyRing.save([papers.record], 1)
  expect(kids()).toEqual([])
  expect(read('local') + read('session')).not.toContain(papers.record.key)
})

test('ENC-05 saves a key of several collections once for each, and a further time in place of the first', async () => {
  const { keyRing } = start()
  const copy = await makeTestKey('drafts', papers.raw)
  keyRing.save([papers.record, copy.record], 0, 1000)
  keyRing.save([{ ...papers.record, label: 'A better name' }], 0, 2000)
  expect(keyRing.get().map(({ parent, label, since }) => [parent, label, since])).toEqual([
    ['drafts', 'Key of drafts', 1000],
    ['papers', 'A better name', 2000],
  ])
  expect(toSavedId(copy.record)).not.toBe(toSavedId(papers.record))
  expect([keyRing.hasKeyOf('drafts'), keyRing.hasKeyOf('letters')]).toEqual([true, false])
  // The other collection still opens.
  keyRing.remove(papers.record)
  expect((await keyRing.open(papers.kid))?.kid).toBe(papers.kid)
})

test('ENC-05 a damaged record opens nothing, and a damaged storage counts as empty', async () => {
  const { keyRing, kids, texts } = start()
  keyRing.save(
    [
      { ...papers.record, key: letters.record.key },
      { ...letters.record, key: 'short' },
    ],
    0,
  )
  expect([await keyRing.open(papers.kid), await keyRing.open(letters.kid)]).toEqual([null, null])
  texts.session.set('keys:ada', '{"half of')
  keyRing.setPerson('ada')
  expect(kids()).toEqual([])
})

test('E08 ENC-06 every tab has a key that the user saves until logout, and no tab has it after the logout', async () => {
  const { keyRing, token, openTab, texts } = start()
  keyRing.save([papers.record], 1)
  const other = openTab()
  expect((await other.keyRing.open(papers.kid))?.kid).toBe(papers.kid)
  keyRing.save([letters.record], 1)
  expect(other.keyRing.get()).toHaveLength(2)
  token.remove()
  expect([keyRing.get(), other.keyRing.get()]).toEqual([[], []])
  expect(await other.keyRing.open(papers.kid)).toBeNull()
  expect([...texts.local.keys()]).not.toContain('keys:ada')
})

test('ENC-05 a key that the user enters again has the name that it had on this device', () => {
  const { keyRing, findKeyName, storage, token } = start()
  keyRing.save([papers.record], 0)
  keyRing.remove(papers.record)
  expect(findKeyName(papers.kid)).toBe('Key of papers')
  storage.setItem('me_id', 'noor')
  expect(findKeyName(papers.kid)).toBeUndefined()
  storage.setItem('me_id', 'ada')
  token.remove()
  expect(findKeyName(papers.kid)).toBeUndefined()
})
