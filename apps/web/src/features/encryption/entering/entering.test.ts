import { saveEncryptedLink } from '@nestmark/contract/encryption/encryption'
import { undo } from '@nestmark/contract/jobs'
import { moveLinks, oneClickSave, saveLink, trashLinks, updateLink } from '@nestmark/contract/links/links'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import { beforeEach, describe, expect, test } from 'vitest'
import { client } from '../../../lib/api/client.ts'
import { chooseWay } from '../../../lib/encryption/entering.ts'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { openLinkTexts } from '@nestmark/client/encryption/linkTexts'
import { makeLink, makeTags, makeTestKey, type TestKey } from '@nestmark/client/encryption/testKeys.testing'
import { fakePage, readOverlay } from '../../../lib/fakePage.testing.ts'
import { overlays } from '../../../lib/overlays/overlay.ts'
import type { FakeLibrary } from '../tasks/fakeLibrary.testing.ts'
import { fakeEntering } from './entering.testing.ts'

let papers: TestKey
beforeEach(async () => {
  fakePage()
  papers = await makeTestKey('papers')
  keyRing.save([papers.record], 0)
})

const toCode = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  )
/** Returns the inputs of the calls of an operation. */
const inputsOf = ({ calls }: FakeLibrary, path: string) =>
  calls.filter(call => call.path === path).map(call => call.input as Record<string, unknown>)
/** Waits for the dialog that asks for the key. */
const askedForKey = async () => {
  await expect.poll(() => overlays.get().length).toBe(1)
  return readOverlay('unlock')
}
/** Gives the key in the dialog. */
const unlock = async () => {
  const { onDone } = await askedForKey()
  keyRing.save([papers.record], 0)
  overlays.set([])
  onDone?.()
}
const chooseWithoutKey = async () => {
  const { withoutKey } = await askedForKey()
  overlays.set([])
  withoutKey?.run()
}
const address = 'https://reed.example/roofs'

describe('ENC-07 saving into a collection with a key', () => {
  test('saves an address encrypted, with the title of its page, and does not send it to oneClickSave', async () => {
    const library = fakeEntering(papers, [])
    const saved = await client.call(oneClickSave, { url: address, parent: 'papers', tags: ['roofs'] })
    expect(saved).toMatchObject({ enc: 1, name: 'The title of the page', link: address, parent: 'papers' })
    expect(inputsOf(library, oneClickSave.path)).toEqual([])
    const [sent] = inputsOf(library, saveEncryptedLink.path)
    expect(envelopeKeyId(sent!.name as string)).toBe(papers.kid)
    expect(sent).toMatchObject({ tags: ['roofs'], category: 3 })
  })

  test('a repeated call saves one link', async () => {
    const library = fakeEntering(papers, [])
    const options = { idempotencyKey: 'the key of the call' }
    for (let n = 0; n < 2; n++) await client.call(oneClickSave, { url: address, parent: 'papers' }, options)
    const ids = inputsOf(library, saveEncryptedLink.path).map(input => input._id)
    expect(new Set(ids).size).toBe(1)
    expect(ids).toHaveLength(2)
  })

  test('saves a note encrypted; its tags go inside where the collection keeps them there', async () => {
    fakeEntering(papers, [], { hidesTags: true })
    const note = { name: 'A note', desc: 'Words', category: 4 as const, parent: 'papers', tags: ['reed'] }
    const saved = await client.call(saveLink, note)
    expect(saved).toMatchObject({ enc: 1, name: 'A note', desc: 'Words\n#reed', tags: [] })
  })

  test('without the key, the page asks for it; with it, the page encrypts the link', async () => {
    const library = fakeEntering(papers, [])
    keyRing.clear()
    const saving = client.call(oneClickSave, { url: address, parent: 'papers' })
    await unlock()
    expect(await saving).toMatchObject({ enc: 1, link: address })
    expect(inputsOf(library, oneClickSave.path)).toEqual([])
  })

  test('two saves at once ask for the key once', async () => {
    const library = fakeEntering(papers, [])
    keyRing.clear()
    const save = (url: string) => client.call(oneClickSave, { url, parent: 'papers' })
    const saving = Promise.all([save(address), save('https://reed.example/walls')])
    await unlock()
    expect((await saving).map(({ enc }) => enc)).toEqual([1, 1])
    expect(inputsOf(library, saveEncryptedLink.path)).toHaveLength(2)
  })

  test('sends the choice to save it without encryption as such', async () => {
    const library = fakeEntering(papers, [])
    keyRing.clear()
    const saving = client.call(oneClickSave, { url: address, parent: 'papers' })
    await chooseWithoutKey()
    expect(await saving).toMatchObject({ enc: 0 })
    expect(inputsOf(library, oneClickSave.path)).toMatchObject([{ url: address, plain: 1 }])
  })

  test('a closed dialog saves nothing', async () => {
    const library = fakeEntering(papers, [])
    keyRing.clear()
    const saving = toCode(client.call(oneClickSave, { url: address, parent: 'papers' }))
    await askedForKey()
    overlays.set([])
    expect(await saving).toBe('encryption.plainText')
    expect(library.links.size).toBe(0)
  })

  test('saves to a collection without a key as before', async () => {
    const library = fakeEntering(papers, [])
    expect(await client.call(oneClickSave, { url: address, parent: 'desk' })).toMatchObject({ enc: 0 })
    expect(library.calls).toHaveLength(1)
  })

  test('files ask for the key before the page sends them', async () => {
    fakeEntering(papers, [])
    expect(await chooseWay('desk')).toBe('none')
    expect(await chooseWay('papers')).toBe('encrypted')
    keyRing.clear()
    const way = chooseWay('papers')
    await chooseWithoutKey()
    expect(await way).toBe('plain')
  })
})

describe('ENC-07 E10 moving and restoring into a collection with a key', () => {
  const onDesk = (id: string) => makeLink(id, { parent: 'desk', tags: makeTags('reed') })

  test('encrypts links in the call that moves them; others move with them', async () => {
    const sealed = { enc: 1 as const, parent: 'desk' }
    const library = fakeEntering(papers, [onDesk('a'), onDesk('b'), makeLink('c', sealed)])
    const moved = await client.call(moveLinks, { links: ['a', 'b', 'c'], move_to: 'papers' })
    expect(moved).toMatchObject({ moved: 3 })
    expect(library.changes()).toMatchObject([{ move_to: 'papers', links: [{ _id: 'a' }, { _id: 'b' }] }])
    for (const id of ['a', 'b']) {
      const link = library.links.get(id)!
      expect([link.parent, envelopeKeyId(link.name)]).toEqual(['papers', papers.kid])
    }
    expect(library.links.get('c')!.parent).toBe('papers')
  })

  test('a move has no undo when all its links became encrypted', async () => {
    fakeEntering(papers, [onDesk('a')])
    expect(await client.call(moveLinks, { links: ['a'], move_to: 'papers' })).toEqual({ moved: 1 })
  })

  test('encrypts a restored link in the trash', async () => {
    const library = fakeEntering(papers, [makeLink('a', { is_trash: 1 })])
    await client.call(trashLinks, { linkIdArr: ['a'], isTrash: 0 })
    expect(library.changes()).toMatchObject([{ links: [{ _id: 'a', enc: 1 }] }])
    expect(library.changes()[0]).not.toHaveProperty('move_to')
    expect(library.links.get('a')).toMatchObject({ enc: 1, is_trash: 0 })
  })

  test('an undo puts links back encrypted, and counts them', async () => {
    const library = fakeEntering(papers, [onDesk('a'), makeLink('b', { parent: 'desk', enc: 1 })])
    const undone = await client.call(undo, { undo: 'an undo' })
    expect(undone).toMatchObject({ changed: 2, left: 0 })
    expect(library.links.get('a')).toMatchObject({ parent: 'papers', enc: 1 })
    expect(library.links.get('b')).toMatchObject({ parent: 'papers' })
  })

  test('a form that moves a link encrypts it, and then its edit', async () => {
    const library = fakeEntering(papers, [onDesk('a')])
    await client.call(updateLink, { link_id: 'a', parent: 'papers', version: 1, name: 'Another name' })
    const link = library.links.get('a')!
    expect(link).toMatchObject({ parent: 'papers', enc: 1 })
    expect(await openLinkTexts(papers.key, 'a', link)).toMatchObject({ name: 'Another name' })
    const texts = inputsOf(library, updateLink.path).map(input => input.name as string)
    expect(texts.map(text => envelopeKeyId(text))).toEqual([papers.kid])
  })

  test('edits a link in plain text that is there already as it is', async () => {
    const library = fakeEntering(papers, [makeLink('a')])
    await client.call(updateLink, { link_id: 'a', parent: 'papers', version: 1, name: 'Another name' })
    expect(library.links.get('a')).toMatchObject({ enc: 0, name: 'Another name' })
  })

  test('without the key, the page asks; the choice moves them in plain text, and a closed dialog moves nothing', async () => {
    const library = fakeEntering(papers, [onDesk('a')])
    keyRing.clear()
    const refused = toCode(client.call(moveLinks, { links: ['a'], move_to: 'papers' }))
    await askedForKey()
    overlays.set([])
    expect(await refused).toBe('encryption.plainText')
    expect(library.links.get('a')!.parent).toBe('desk')
    const moving = client.call(moveLinks, { links: ['a'], move_to: 'papers' })
    await chooseWithoutKey()
    await moving
    expect(library.links.get('a')).toMatchObject({ parent: 'papers', enc: 0 })
    expect(library.changes()).toEqual([])
  })

  test('without the key, a move goes on encrypted when the user gives the key', async () => {
    const library = fakeEntering(papers, [onDesk('a')])
    keyRing.clear()
    const moving = client.call(moveLinks, { links: ['a'], move_to: 'papers' })
    await unlock()
    await moving
    expect(library.links.get('a')).toMatchObject({ parent: 'papers', enc: 1 })
  })
})
