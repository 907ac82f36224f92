import type { Link } from '@nestmark/contract/shapes'
import { openKey } from '@nestmark/encryption/collectionKey'
import { sealText } from '@nestmark/encryption/envelope'
import { expect, test } from 'vitest'
import { isLocked, keyOfLink } from './sealedLink.ts'
import { openAnswer } from './openAnswer.ts'

const raw = new Uint8Array(32).fill(7)

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
  } as unknown as Link
}

test('E01 without its key, nothing of an encrypted link is left to be shown, and its envelopes stay', async () => {
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

test('an answer without encrypted links is the same object', async () => {
  const answer = { links: [{ _id: 'l1', enc: 0, name: 'in clear' }], more: { note: 'plain', link_id: 'l1' } }
  expect(await openAnswer(answer)).toBe(answer)
})

test('COL-02 a tree of 10,000 levels is the same object', async () => {
  let tree: object = { _id: 'deepest', children: [] }
  for (let level = 1; level < 10_000; level++) tree = { _id: `level ${level}`, children: [tree] }
  expect(await openAnswer(tree)).toBe(tree)
})
