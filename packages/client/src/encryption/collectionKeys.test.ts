import { getFolderKeys } from '@nestmark/contract/encryption/encryption'
import { limits } from '@nestmark/core/limits'
import { beforeEach, expect, test } from 'vitest'
import { createFakeServer } from '../fakeServer.testing.ts'
import { createCollectionKeys } from './collectionKeys.ts'
import { startKeys } from './keys.testing.ts'
import { makeTestKey, type TestKey } from './testKeys.testing.ts'

let key: TestKey
beforeEach(async () => {
  key = await makeTestKey('papers')
})

/** Answers with the value of a collection, and whether it keeps tags inside. */
function answerKeys(enc_id: string | null, hide_tags: 0 | 1 = 0) {
  const server = createFakeServer()
  server.answer(getFolderKeys, () => ({ enc_id, former_keys: [], links: [], hide_tags, tagged: 0 }))
  const { keyRing } = startKeys()
  const read = (folder_id: string) => server.call(getFolderKeys, { folder_id })
  return { ...server, keyRing, ...createCollectionKeys(keyRing, read) }
}

test('ENC-07 encrypts a new link with the present key of its collection, if it is here', async () => {
  const previous = await makeTestKey('papers')
  const { calls, keyRing, findOpenKey } = answerKeys(key.value)
  expect(await findOpenKey('papers')).toBeNull()
  // A device without any key does not ask.
  expect(calls).toEqual([])
  keyRing.save([previous.record], 0)
  expect(await findOpenKey('papers')).toBeNull()
  keyRing.save([key.record], 0)
  expect((await findOpenKey('papers'))?.kid).toBe(key.kid)
  expect(await findOpenKey('')).toBeNull()
})

test('ENC-07 does not encrypt it in a collection without a key', async () => {
  const { keyRing, findOpenKey } = answerKeys(null)
  keyRing.save([key.record], 0)
  expect(await findOpenKey('papers')).toBeNull()
})

test('ENC-12 in a collection that hides tags, those of a new link become words of its description', async () => {
  const link = { desc: 'A text', category: 3, tags: ['quetzal'] }
  const { hideTagsIn } = answerKeys(key.value, 1)
  expect(await hideTagsIn('papers', link)).toEqual({ desc: 'A text\n#quetzal', tags: [] })
  const long = { ...link, desc: 'x'.repeat(limits.desc) }
  expect(await hideTagsIn('papers', long)).toBeNull()
})

test('ENC-12 elsewhere, and without tags, leaves a new link as it is', async () => {
  const link = { desc: 'A text', category: 3, tags: ['quetzal'] }
  const { calls, hideTagsIn } = answerKeys(key.value, 0)
  expect(await hideTagsIn('papers', { category: 3 })).toEqual({ desc: '', tags: [] })
  expect(calls).toEqual([])
  expect(await hideTagsIn('papers', link)).toEqual({ desc: 'A text', tags: ['quetzal'] })
})
