import { saveNote } from '@nestmark/contract/links/linkNote'
import { trashLinks, updateLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { beforeEach, expect, test } from 'vitest'
import { startKeys } from './keys.testing.ts'
import { openLinkTexts, openNote } from './linkTexts.ts'
import { makeLink, makeTestKey, sealTestLink, type TestKey } from './testKeys.testing.ts'

type Edit = Input<typeof updateLink>

let key: TestKey
let { keyRing, openAnswer, changesSealedLink, sealInput } = startKeys()
const items = [{ text: 'thread', done: false }]
beforeEach(async () => {
  ;({ keyRing, openAnswer, changesSealedLink, sealInput } = startKeys())
  key = await makeTestKey('papers')
  keyRing.save([key.record], 0)
  await openAnswer(await sealTestLink(key, makeLink('a', { check_list: items })))
  await openAnswer(makeLink('plain'))
})

const seal = (edit: Partial<Edit>) => sealInput(updateLink, { link_id: 'a', version: 1, ...edit } as Edit)

/** Opens a sealed edit as the server would store it. */
async function open(edit: Partial<Edit>) {
  const previous = await sealTestLink(key, makeLink('a', { check_list: items }))
  return openLinkTexts(key.key, 'a', { ...previous, ...(edit as Partial<Link>) })
}

test('ENC-07 ENC-10 sends an edit of an encrypted link encrypted, and without its address', async () => {
  const edit = await seal({
    name: 'renamed in secret',
    desc: 'a new text',
    link: 'https://example.org/a',
    tags: ['open'],
  })
  expect(JSON.stringify(edit)).not.toMatch(/secret|a new text|example/)
  expect(edit).not.toHaveProperty('link')
  expect(edit).toMatchObject({ link_id: 'a', version: 1, tags: ['open'] })
  expect(await open(edit)).toMatchObject({ name: 'renamed in secret', desc: 'a new text' })
})

test('ENC-10 encrypts an emptied description and a changed address', async () => {
  const edit = await seal({ desc: '', link: 'https://example.org/other' })
  expect(edit.desc).toMatch(/^nm1\./)
  expect(edit.link).toMatch(/^nm1\./)
  expect(await open(edit)).toMatchObject({ desc: '', link: 'https://example.org/other' })
})

test('ENC-10 encrypts the items of a checklist when they have changed, and removes them when the user leaves none', async () => {
  expect(await seal({ name: 'x', check_list: items })).not.toHaveProperty('check_list')
  const ticked = [{ text: 'thread', done: true }]
  const edit = await seal({ check_list: ticked })
  expect(edit).not.toHaveProperty('check_list')
  expect((await open(edit))?.check_list).toEqual(ticked)
  expect(await seal({ check_list: [] })).toMatchObject({ enc_check_list: null })
})

test('ENC-10 E02 the server fetches no picture for an encrypted link; the client encrypts one of this device', async () => {
  expect(await seal({ thumbnail: 'https://example.org/picture.png' })).not.toHaveProperty('thumbnail')
  expect(await seal({ thumbnail: '' })).toMatchObject({ thumbnail: '' })
  const picture = 'data:image/webp;base64,AAAA'
  const edit = await seal({ thumbnail: picture })
  expect(edit.thumbnail).toMatch(/^nm1\./)
  expect((await open(edit))?.thumbnail).toBe(picture)
})

test('ENC-10 encrypts a private note of an encrypted link', async () => {
  const input = { link_id: 'a', note: 'only for me' }
  const { note } = await sealInput(saveNote, input)
  expect(await openNote(key.key, 'a', note)).toBe('only for me')
  expect(changesSealedLink(saveNote, input)).toBe(true)
})

test('ENC-10 sends a queued edit, which is encrypted already, as it is, also without the key', async () => {
  const edit = await seal({ name: 'renamed in secret', thumbnail: 'data:image/webp;base64,AAAA' })
  keyRing.clear()
  expect(await sealInput(updateLink, edit as Edit)).toEqual(edit)
})

test('ENC-11 E01 without the key sends no text of an edit, but sends other fields', async () => {
  keyRing.clear()
  await expect(seal({ name: 'renamed in secret' })).rejects.toMatchObject({
    status: 409,
    code: 'encryption.encrypted',
  })
  expect(await seal({ tags: ['open'] })).toMatchObject({ tags: ['open'] })
})

test('ENC-10 leaves edits of other links and other operations as they are', async () => {
  const edit = { link_id: 'plain', version: 1, name: 'in clear' } as Edit
  expect(await sealInput(updateLink, edit)).toBe(edit)
  expect(changesSealedLink(updateLink, edit)).toBe(false)
  const trashed = { linkIdArr: ['a'] } as Input<typeof trashLinks>
  expect(await sealInput(trashLinks, trashed)).toBe(trashed)
  // Since it is decrypted by then, the link is edited in plain text.
  await openAnswer(makeLink('a'))
  const again = { ...edit, link_id: 'a' }
  expect(await sealInput(updateLink, again)).toBe(again)
})
