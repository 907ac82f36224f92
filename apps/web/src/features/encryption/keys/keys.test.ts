import { changeFolderKey, getFolderKeys, updateEncFolders } from '@nestmark/contract/encryption/encryption'
import { limits } from '@nestmark/core/limits'
import { writeKeyFile } from '@nestmark/encryption/keys/keyFile'
import { toRecoveryText } from '@nestmark/encryption/keys/recoveryText'
import { makeValidationValue, readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeClient } from '../../../lib/api/fakeClient.testing.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { makeTestKey, type TestKey } from '@nestmark/client/encryption/testKeys.testing'
import { fakePage, readOverlay } from '../../../lib/fakePage.testing.ts'
import { fakeWorkers } from '../../../lib/fakeWorker.testing.ts'
import { overlays } from '../../../lib/overlays/overlay.ts'
import { stored } from '../../../lib/browser/storage.ts'
import { refuse } from '../tasks/fakeLibrary.testing.ts'
import { explainKeyError, KeyFileRefused } from './keyErrors.ts'
import { readKeys, toFileName, uploadKeys } from './keyFiles.ts'
import { checkSecretOf, prepareExistingKey, prepareNewKey, replaceValues, storeValues } from './newKey.ts'
import type { Place } from '../tasks/places.ts'
import { secretWork } from './secretWork.ts'
import { isKeyOf, openByText } from '../unlocking.ts'

const secret = 'a long and strong secret 7'
const wrongFile = 'Key you have uploaded is not match please upload a different key'

let key: TestKey
beforeEach(async () => {
  fakePage()
  fakeWorkers(() => secretWork)
  key = await makeTestKey('papers')
})

const toPlace = (id: string, enc_id: string | null, previous: readonly TestKey[] = []): Place => ({
  id,
  enc_id,
  kid: enc_id === null ? null : readKeyId(enc_id),
  former_keys: previous.map(({ kid, value }) => ({ key_id: kid, enc_id: value })),
  links: [],
  hide_tags: 0,
})
const toFile = async (...keys: TestKey[]) => {
  const text = await writeKeyFile(
    keys.map(each => each.record),
    { created: '2026-01-01T00:00:00.000Z' },
  )
  return new File([text], 'my.key')
}
const kids = () => keyRing.get().map(({ kid }) => kid)
const upload = (keys: TestKey[], { fits = true, onDone = vi.fn<() => void>() } = {}) =>
  uploadKeys(
    keys.map(each => each.record),
    1,
    async () => fits,
    onDone,
  )

test('ENC-03 reads the keys of a file, and rejects another file, a damaged and a very large one', async () => {
  expect(await readKeys(await toFile(key))).toEqual([key.record])
  const text = await (await toFile(key)).text()
  for (const wrong of [
    'no key file',
    '',
    text.replace('nestmark-keys', 'other-keys'),
    text.replace(key.kid, 'A'.repeat(22)),
  ])
    await expect(readKeys(new File([wrong], 'my.key')), wrong).rejects.toThrow(wrongFile)
  const large = new File([text, ' '.repeat(2_000_000)], 'my.key')
  const reading = vi.spyOn(large, 'text')
  await expect(readKeys(large)).rejects.toThrow(KeyFileRefused)
  expect(reading).not.toHaveBeenCalled()
})

test('ENC-05 ENC-06 ENC-13 a file with one key adds it, for the chosen lifetime', async () => {
  const onDone = vi.fn<() => void>()
  await upload([key], { onDone })
  expect(keyRing.get()).toMatchObject([{ ...key.record, lifetime: 1 }])
  expect(onDone).toHaveBeenCalledOnce()
  await expect(upload([key], { onDone })).rejects.toThrow('This key already present')
  expect(onDone).toHaveBeenCalledOnce()
})

test('ENC-05 does not save the key of a file that is not that of its collection', async () => {
  await expect(upload([key], { fits: false })).rejects.toThrow(wrongFile)
  expect(kids()).toEqual([])
})

test('ENC-05 E11 a file with several keys replaces the entire set after a question, or without one if there is none', async () => {
  const [second, third] = await Promise.all([makeTestKey('letters'), makeTestKey('diaries')])
  await upload([key, second])
  expect(overlays.get()).toEqual([])
  expect(kids()).toEqual([key.kid, second.kid])
  const onDone = vi.fn<() => void>()
  await upload([key, third], { onDone })
  expect(kids()).toEqual([key.kid, second.kid])
  expect(onDone).not.toHaveBeenCalled()
  const { records, onReplace } = readOverlay('replaceKeys')
  expect(records.map(({ kid }) => kid)).toEqual([key.kid, third.kid])
  onReplace()
  expect(kids()).toEqual([key.kid, third.kid])
  expect(onDone).toHaveBeenCalledOnce()
})

test('ENC-02 a key file has the name of its collection, in any script', () => {
  expect(toFileName('Papers, spring 2026')).toBe('papers-spring-2026.key')
  expect(toFileName(' Bücher/Zeitungen ')).toBe('bücher-zeitungen.key')
  expect(toFileName('…')).toBe('collection.key')
})

test('ENC-09 its own message explains a key that does not open', () => {
  expect(explainKeyError(new Error('This cannot be decrypted.'))).toBe(
    'Key you have entered is not match please try a different key',
  )
  expect(explainKeyError(new KeyFileRefused(wrongFile))).toBe(wrongFile)
  const notFound = refuse(404, 'collections.notFound')
  expect(explainKeyError(notFound)).not.toMatch(/not match/)
})

test('ENC-03 ENC-05 a secret and the text of the recovery sheet open the key of a collection, others do not', async () => {
  const value = await makeValidationValue({ ...key.key, raw: key.raw }, { collectionId: 'papers', secret })
  const lock = { place: toPlace('papers', value), kid: null, label: 'Papers key' }
  const expected = { parent: 'papers', kid: key.kid, key: key.record.key, label: 'Papers key' }
  expect(await openByText(lock, secret)).toMatchObject(expected)
  expect(await openByText(lock, ` ${await toRecoveryText(key.raw)}\n`)).toMatchObject(expected)
  await expect(openByText(lock, `${secret} `)).rejects.toThrow('This cannot be decrypted.')
  const other = await makeTestKey('papers')
  await expect(openByText(lock, await toRecoveryText(other.raw))).rejects.toThrow()
})

test('ENC-03 a generated secret opens in lower case and in groups, also one that the user chose in lower case', async () => {
  const generated = '7KQ2M9XR4TBH0VWC8ZNPEJ5GYD'
  const typed = generated.toLowerCase().replaceAll(/(.{4})/g, '$1 ')
  const makeLock = async (chosen: string) => ({
    place: toPlace(
      'papers',
      await makeValidationValue({ ...key.key, raw: key.raw }, { collectionId: 'papers', secret: chosen }),
    ),
    kid: null,
    label: 'Papers',
  })
  expect(await openByText(await makeLock(generated), typed)).toMatchObject({ kid: key.kid })
  const chosen = generated.toLowerCase()
  expect(await openByText(await makeLock(chosen), chosen)).toMatchObject({ kid: key.kid })
  await expect(openByText(await makeLock(chosen), generated)).rejects.toThrow('This cannot be decrypted.')
})

test('ENC-03 ENC-04 an existing key with a secret typed in lower case opens further collections in its written form', async () => {
  const generated = '7KQ2M9XR4TBH0VWC8ZNPEJ5GYD'
  const value = await makeValidationValue(
    { ...key.key, raw: key.raw },
    { collectionId: 'papers', secret: generated },
  )
  const client = fakeClient()
  client.answer(getFolderKeys, () => ({
    enc_id: value,
    former_keys: [],
    links: [],
    hide_tags: 0 as const,
    tagged: 0,
  }))
  const opened = { record: key.record, secret: generated.toLowerCase() }
  const { values } = await prepareExistingKey(['letters'], opened)
  const lock = { place: toPlace('letters', values.get('letters')!), kid: null, label: 'Letters' }
  expect(await openByText(lock, generated)).toMatchObject({ kid: key.kid })
})

test('ENC-04 ENC-06 a locked or removed key keeps its name when the user enters its secret again, until logout', async () => {
  const value = await makeValidationValue({ ...key.key, raw: key.raw }, { collectionId: 'papers', secret })
  const lock = { place: toPlace('papers', value), kid: null, label: 'Papers' }
  const open = async () => (await openByText(lock, secret)).label
  expect(await open()).toBe('Papers')
  keyRing.save([{ ...key.record, label: 'Spring 2026' }], 0)
  keyRing.clear()
  expect(await open()).toBe('Spring 2026')
  keyRing.save([{ ...key.record, label: 'Summer 2026' }], 1)
  keyRing.remove(key.record)
  expect(await open()).toBe('Summer 2026')
  expect(JSON.stringify({ ...localStorage })).not.toContain(key.record.key)
  stored.clear()
  stored.set('me_id', 'ada')
  expect(await open()).toBe('Papers')
})

test('ENC-05 accepts a key of a collection when it opens the value of the current or of a needed previous key', async () => {
  const previous = await makeTestKey('papers')
  const elsewhere = await makeTestKey('letters', key.raw)
  const place = toPlace('papers', key.value, [previous])
  const check = ({ record }: TestKey, kid: string | null) => isKeyOf({ place, kid, label: '' }, record)
  expect(await check(key, null)).toBe(true)
  expect(await check(previous, null)).toBe(false)
  expect(await check(previous, previous.kid)).toBe(true)
  expect(await check(key, previous.kid)).toBe(false)
  expect(await check(key, 'A'.repeat(22))).toBe(false)
  // The same bytes do not open the value of another collection.
  const copied = toPlace('papers', elsewhere.value)
  expect(await isKeyOf({ place: copied, kid: null, label: '' }, key.record)).toBe(false)
})

test('ENC-01 ENC-12 makes a new key for all its collections, and sends it in calls that the server accepts', async () => {
  const client = fakeClient()
  client.answer(updateEncFolders, () => ({ changed: 0, links: [] }))
  const ids = Array.from({ length: limits.idsPerCall + 1 }, (_, at) => `c${at}`)
  const prepared = await prepareNewKey(ids, { label: 'Papers key', secret })
  expect(prepared.record).toMatchObject({ parent: 'c0', label: 'Papers key' })
  expect(readKeyId(prepared.values.get('c7') ?? '')).toBe(prepared.record.kid)
  // Nothing is sent before the file is saved.
  expect(client.calls).toEqual([])
  await storeValues(prepared, { hidesTags: true })
  const folders = client.calls.map(({ input }) => (input as { folders: { hide_tags: number }[] }).folders)
  expect(folders.map(part => part.length)).toEqual([limits.idsPerCall, 1])
  expect(folders.flat().every(each => each.hide_tags === 1)).toBe(true)
  const sent = JSON.stringify(client.calls)
  for (const text of [secret, prepared.record.key]) expect(sent).not.toContain(text)
})

test('ENC-01 gives an existing key to further collections only with its own secret', async () => {
  const value = await makeValidationValue({ ...key.key, raw: key.raw }, { collectionId: 'papers', secret })
  const client = fakeClient()
  const keys = { enc_id: value, former_keys: [], links: [], hide_tags: 0 as const, tagged: 0 }
  client.answer(getFolderKeys, () => keys)
  const { values } = await prepareExistingKey(['letters'], { record: key.record, secret })
  expect(readKeyId(values.get('letters') ?? '')).toBe(key.kid)
  await expect(checkSecretOf({ record: key.record, secret: 'another secret' })).rejects.toThrow()
})

test('E09 ENC-12 the values of a changed secret replace those that are there, and no others', async () => {
  const client = fakeClient()
  client.answer(changeFolderKey, () => null as never)
  const next = await makeTestKey('papers')
  const places = [toPlace('papers', key.value), toPlace('bare', null), toPlace('letters', key.value)]
  await replaceValues(
    places,
    new Map([
      ['papers', next.value],
      ['bare', next.value],
    ]),
  )
  expect(client.calls.map(({ input }) => input)).toEqual([
    { folders: [{ _id: 'papers', from: key.value, to: next.value }] },
  ])
})
