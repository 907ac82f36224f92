import { beforeEach, expect, test } from 'vitest'
import { fakePage } from '../fakePage.testing.ts'
import { stored } from '../storage.ts'
import { token } from '../token.ts'
import { keyRing, onKeyRemoved, toSavedId } from './keyRing.ts'
import { makeTestKey, type TestKey } from './testKeys.testing.ts'

let papers: TestKey
let letters: TestKey
beforeEach(async () => {
  fakePage('ada')
  ;[papers, letters] = await Promise.all([makeTestKey('papers'), makeTestKey('letters')])
})

const read = (name: 'localStorage' | 'sessionStorage') => JSON.stringify({ ...globalThis[name] })
const kids = () => keyRing.get().map(({ kid }) => kid)

test('ENC-06 a key is kept in the storage of the session, or of the device until logout', () => {
  keyRing.save([papers.record], 0)
  expect(read('sessionStorage')).toContain(papers.record.key)
  expect(read('localStorage')).not.toContain(papers.record.key)
  keyRing.setLifetime(papers.record, 1)
  expect(read('sessionStorage')).not.toContain(papers.record.key)
  expect(read('localStorage')).toContain(papers.record.key)
  keyRing.save([letters.record], 0)
  expect(keyRing.get().map(({ kid, kept }) => [kid, kept])).toEqual([
    [letters.kid, 0],
    [papers.kid, 1],
  ])
})

test('ENC-06 ENC-13 E08 a removed key leaves both storages, and its handle no longer opens', async () => {
  keyRing.save([papers.record], 0)
  keyRing.save([letters.record], 1)
  expect((await keyRing.open(papers.kid))?.kid).toBe(papers.kid)
  keyRing.remove(papers.record)
  expect(await keyRing.open(papers.kid)).toBeNull()
  expect(kids()).toEqual([letters.kid])
  keyRing.clear()
  expect(kids()).toEqual([])
  expect(read('sessionStorage') + read('localStorage')).not.toContain('keys:')
})

test('E08 what uses keys is told when one is removed, and not when one is added or kept for longer', () => {
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

test('E08 the keys of another person are not read, and are deleted when the server names the person', () => {
  keyRing.save([papers.record], 1)
  stored.set('me_id', 'noor')
  keyRing.setPerson('noor')
  expect(kids()).toEqual([])
  expect(read('localStorage')).not.toContain(papers.record.key)
  keyRing.save([letters.record], 0)
  keyRing.setPerson('noor')
  expect(kids()).toEqual([letters.kid])
})

test('E08 without a session no key is saved', () => {
  token.remove()
  keyRing.save([papers.record], 1)
  expect(kids()).toEqual([])
  expect(read('localStorage') + read('sessionStorage')).not.toContain(papers.record.key)
})

test('ENC-05 a key of several collections is saved once for each, and a further time in place of the first', async () => {
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
  keyRing.save(
    [
      { ...papers.record, key: letters.record.key },
      { ...letters.record, key: 'short' },
    ],
    0,
  )
  expect([await keyRing.open(papers.kid), await keyRing.open(letters.kid)]).toEqual([null, null])
  sessionStorage.setItem('keys:ada', '{"half of')
  keyRing.setPerson('ada')
  expect(kids()).toEqual([])
})
