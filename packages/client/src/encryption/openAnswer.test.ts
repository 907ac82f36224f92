import type { Link } from '@nestmark/contract/shapes'
import { openKey } from '@nestmark/encryption/keys/collectionKey'
import { sealText } from '@nestmark/encryption/envelope'
import { formatSealedFile, newFileKey, type SealedFile } from '@nestmark/encryption/files/sealedFile'
import { toKeyRecord } from '@nestmark/encryption/keys/keyRecord'
import { expect, test } from 'vitest'
import { startKeys } from './keys.testing.ts'
import { isLocked, keyOfLink } from './sealedLink.ts'

const raw = new Uint8Array(32).fill(7)
const file: SealedFile = {
  ...newFileKey(),
  uploadId: 'u1',
  name: 'a file.png',
  type: 'image/png',
  size: 10,
  width: 4,
  height: 3,
  duration: null,
  peaks: null,
}

async function sealedLink(): Promise<Link> {
  const key = await openKey(raw)
  const seal = (field: 'name' | 'desc' | 'link') => sealText(key, { linkId: 'l1', field }, `a ${field}`)
  return {
    _id: 'l1',
    enc: 1,
    name: await seal('name'),
    desc: await seal('desc'),
    link: await seal('link'),
    thumbnail: '',
    check_list: [],
    embed: '',
    s3_key: [
      {
        file: 'f1',
        thumb: '',
        sealed: await sealText(key, { linkId: 'l1', field: 'sealed' }, formatSealedFile(file)),
      },
    ],
    media: { name: '', media_type: 'application/octet-stream', state: 'ready' },
  } as unknown as Link
}

test('E01 without its key, leaves nothing of an encrypted link to show, and keeps its envelopes', async () => {
  const { openAnswer } = startKeys()
  const link = await sealedLink()
  const answer = { links: [link], total: 1 }
  const opened = await openAnswer(answer)
  const [locked] = opened.links
  expect(locked).toMatchObject({ name: '', desc: '', link: '', thumbnail: '' })
  expect(isLocked(locked!)).toBe(true)
  expect(keyOfLink(locked!)).toBe((await openKey(raw)).kid)
  const { name, desc, link: address, thumbnail } = link
  expect(locked).toMatchObject({ sealed: { name, desc, link: address, thumbnail } })
  // Opening it again starts from the envelopes.
  expect(await openAnswer(opened)).toEqual(opened)
})

test('returns the same object for an answer without encrypted links', async () => {
  const { openAnswer } = startKeys()
  const answer = { links: [{ _id: 'l1', enc: 0, name: 'in clear' }], more: { note: 'plain', link_id: 'l1' } }
  expect(await openAnswer(answer)).toBe(answer)
})

test('COL-02 returns the same object for a tree of 10,000 levels', async () => {
  const { openAnswer } = startKeys()
  let tree: object = { _id: 'deepest', children: [] }
  for (let level = 1; level < 10_000; level++) tree = { _id: `level ${level}`, children: [tree] }
  expect(await openAnswer(tree)).toBe(tree)
})

test('HL-01 opens the part of a link in a list of highlights, which does not become the edited link', async () => {
  const { findSealedLink, keyRing, openAnswer } = startKeys()
  keyRing.save([await toKeyRecord(raw, { collectionId: 'c1', label: 'Papers' })], 0)
  const whole = await sealedLink()
  await openAnswer([whole])
  const known = findSealedLink('l1')
  const { _id, enc, name, link, thumbnail } = whole
  const groups = await openAnswer([{ saved: { _id, enc, name, link, thumbnail } }])
  expect(groups[0]!.saved).toMatchObject({ name: 'a name', isOpen: true })
  expect(await openAnswer(groups)).toEqual(groups)
  expect(findSealedLink('l1')).toBe(known)
})

test('E08 after a lock no opened text of a link stays in memory, whatever list it was in', async () => {
  const { findSealedLink, keyRing, openAnswer } = startKeys()
  const key = await toKeyRecord(raw, { collectionId: 'c1', label: 'Papers' })
  const other = await toKeyRecord(new Uint8Array(32).fill(8), { collectionId: 'c2', label: 'Letters' })
  keyRing.save([key, other], 0)
  const [opened] = await openAnswer([await sealedLink()])
  expect(opened).toMatchObject({ name: 'a name', desc: 'a desc', isOpen: true, files: [file] })
  expect(opened!.media).toMatchObject({ name: 'a file.png', media_type: 'image/png', width: 4 })
  const read = () => JSON.stringify(findSealedLink('l1'))
  // Another key that is removed changes nothing.
  keyRing.remove(other)
  expect(read()).toContain('a name')
  for (const lock of [() => keyRing.remove(key), () => keyRing.clear()]) {
    keyRing.save([key], 0)
    await openAnswer([await sealedLink()])
    expect(read()).toContain('a name')
    lock()
    expect(read()).not.toMatch(/a (name|desc|link|file)/)
    expect(findSealedLink('l1')!.files).toBe(undefined)
    expect(findSealedLink('l1')).toMatchObject({
      isOpen: false,
      sealed: { name: expect.stringMatching(/^nm1/) },
    })
  }
})
