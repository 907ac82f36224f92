import { updateEnc } from '@nestmark/contract/encryption/encryption'
import { envelopeKeyId } from '@nestmark/core/encryptedText'
import { beforeEach, expect, test, vi } from 'vitest'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { openLinkTexts } from '@nestmark/client/encryption/linkTexts'
import { openAnswer } from '../../../lib/encryption/openAnswer.ts'
import {
  makeLink,
  makeTags,
  makeTestKey,
  sealTestLink,
  type TestKey,
} from '@nestmark/client/encryption/testKeys.testing'
import { fakePage, readOverlay, readToasts } from '../../../lib/fakePage.testing.ts'
import { overlays } from '../../../lib/overlays/overlay.ts'
import { toasts } from '../../../lib/toasts.ts'
import { fakeLibrary, refuse } from './fakeLibrary.testing.ts'
import { moveSealedLinks } from './moveSealed.ts'

let papers: TestKey
let letters: TestKey
beforeEach(async () => {
  fakePage()
  ;[papers, letters] = await Promise.all([makeTestKey('papers'), makeTestKey('letters')])
  keyRing.save([papers.record, letters.record], 0)
})

/** A library with an encrypted link in “papers”, which the page has read. */
async function setUp({ tags = makeTags(), hidesTags = false } = {}) {
  const sealed = await sealTestLink(papers, makeLink('a', { tags }))
  const library = fakeLibrary([sealed, makeLink('plain')], {
    papers: { key: papers },
    letters: { key: letters, hidesTags },
    bare: { key: null },
    same: { key: papers },
  })
  await openAnswer(sealed)
  const moveOthers = vi.fn<(ids: string[]) => void>()
  const move = (to: string, ids = ['a']) => moveSealedLinks({ ids, to, moveOthers })
  return { library, moveOthers, move }
}

test('E10 ENC-12 encrypts a link with the key of its destination in the call that moves it, and back by Undo', async () => {
  const { library, moveOthers, move } = await setUp()
  await move('letters')
  const [change] = library.changes()
  expect(change).toMatchObject({ from_key: papers.kid, move_to: 'letters', links: [{ _id: 'a', enc: 1 }] })
  const moved = library.links.get('a')!
  expect([moved.parent, envelopeKeyId(moved.name)]).toEqual(['letters', letters.kid])
  expect(await openLinkTexts(letters.key, 'a', moved)).toMatchObject({ name: 'name of a' })
  expect(moveOthers).not.toHaveBeenCalled()
  toasts.get().at(-1)?.action?.run()
  await expect.poll(() => library.links.get('a')?.parent).toBe('papers')
  expect(envelopeKeyId(library.links.get('a')!.name)).toBe(papers.kid)
})

test('E10 moves what needs no new encryption as it is', async () => {
  const { library, moveOthers, move } = await setUp()
  await move('same')
  expect(moveOthers).toHaveBeenLastCalledWith(['a'])
  await move('letters', ['plain', 'a'])
  expect(moveOthers).toHaveBeenLastCalledWith(['plain'])
  expect(library.changes().map(({ links }) => links.length)).toEqual([1])
})

test('ENC-07 rejects a move into a collection without a key, and the message says what to do', async () => {
  const { library, moveOthers, move } = await setUp()
  await move('bare')
  expect(readToasts()).toEqual([
    'This collection has no key yet. Encrypt it first, or decrypt what you move.',
  ])
  expect(library.changes()).toEqual([])
  expect(moveOthers).not.toHaveBeenCalled()
})

test('E10 ENC-11 a move asks for the keys of both collections, and goes on with them', async () => {
  const { library, move } = await setUp()
  keyRing.clear()
  await move('letters')
  expect(readOverlay('unlock')).toMatchObject({ collectionId: 'letters', kid: letters.kid })
  keyRing.save([letters.record], 0)
  readOverlay('unlock').onDone?.()
  await expect.poll(() => overlays.get().length).toBe(2)
  expect(readOverlay('unlock')).toMatchObject({ collectionId: 'papers', kid: papers.kid })
  expect(library.changes()).toEqual([])
  keyRing.save([papers.record], 0)
  readOverlay('unlock').onDone?.()
  await expect.poll(() => library.links.get('a')?.parent).toBe('letters')
})

test('ENC-12 into a collection that hides tags, they become words of the description, without Undo', async () => {
  const { library, move } = await setUp({ tags: makeTags('quetzal'), hidesTags: true })
  await move('letters')
  const moved = library.links.get('a')!
  expect(moved.tags).toEqual([])
  expect((await openLinkTexts(letters.key, 'a', moved))?.desc).toBe('text of a\n#quetzal')
  expect(readToasts().at(-1)).toMatch(/Their tags became words of the description\.$/)
  expect(toasts.get().at(-1)?.action).toBeUndefined()
})

test('E10 reports a rejected move, and the link stays where it was', async () => {
  const { library, move } = await setUp()
  library.answer(updateEnc, () => {
    throw refuse(403, 'collections.readOnly')
  })
  await move('letters')
  expect(readToasts()).toHaveLength(1)
  expect(toasts.get()[0]).toMatchObject({ tone: 'danger' })
  expect(library.links.get('a')?.parent).toBe('papers')
})
