import { getTree } from '@nestmark/contract/collections'
import type { Link, TreeNode } from '@nestmark/contract/shapes'
import { beforeEach, expect, test } from 'vitest'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import { openAnswer } from '../../../lib/encryption/openAnswer.ts'
import {
  makeLink,
  makeTestKey,
  sealTestLink,
  type TestKey,
} from '@nestmark/client/encryption/testKeys.testing'
import { fakePage, readOverlay, readToasts, replaceGlobal } from '../../../lib/fakePage.testing.ts'
import { overlays } from '../../../lib/overlays/overlay.ts'
import { canEncrypt, decrypt, encrypt, unlockLink } from './commands.ts'
import { fakeLibrary } from './fakeLibrary.testing.ts'

const collection = { _id: 'papers', name: 'Papers' }
let key: TestKey
beforeEach(async () => {
  fakePage()
  replaceGlobal('isSecureContext', true)
  key = await makeTestKey('papers')
})

const save = (...keys: TestKey[]) =>
  keyRing.save(
    keys.map(each => each.record),
    0,
  )
const count = (links: Iterable<Link>, enc: 0 | 1) => [...links].filter(link => link.enc === enc).length
const lastToast = () => readToasts().at(-1)

/** Returns the tree of a person whose only collection is “Papers”. */
const makeTree = (links_count: number): TreeNode => {
  const node = { path: '', category_counts: [], children: [] }
  const papers = { ...node, _id: 'papers', folder_name: 'Papers', links_count }
  return { ...node, _id: 'root', folder_name: 'root', links_count: 0, children: [papers] }
}

test('ENC-01 ENC-09 with the key here, encrypts and decrypts links without a question, one or several', async () => {
  save(key)
  const library = fakeLibrary([makeLink('a'), makeLink('b'), makeLink('c')], { papers: { key } })
  const [a, b, c] = [...library.links.values()]
  await encrypt({ links: [a!] })
  await expect.poll(lastToast).toBe('Link encrypted successfully')
  await encrypt({ links: [b!, c!] })
  await expect.poll(lastToast).toBe('2 Links encrypted successfully')
  expect(overlays.get()).toEqual([])
  await decrypt({ links: await openAnswer([...library.links.values()]) })
  await expect.poll(lastToast).toBe('3 Links decrypted successfully')
  const one = await sealTestLink(key, makeLink('one'))
  library.links.set('one', one)
  await decrypt({ links: [await openAnswer(one)] })
  await expect.poll(lastToast).toBe('Link decrypted successfully')
  expect(count(library.links.values(), 1)).toBe(0)
})

test('ENC-08 does not encrypt a selection with an encrypted link, or decrypt one with another link', async () => {
  save(key)
  const library = fakeLibrary([], { papers: { key } })
  const links = await openAnswer([await sealTestLink(key, makeLink('one')), makeLink('two')])
  await decrypt({ links })
  expect(lastToast()).toBe('Please only select encrypted links to decrypt it')
  await encrypt({ links })
  expect(lastToast()).toBe('Encrypted links can not encrypted again. Kindly remove it')
  expect(library.calls).toEqual([])
})

test('ENC-01 asks the owner for the key of a collection without one; nobody else may choose it', async () => {
  const client = fakeLibrary([makeLink('a')], { papers: { key: null }, shared: { key: null } })
  client.answer(getTree, () => makeTree(1))
  await encrypt({ links: [makeLink('a')] })
  const { plan } = readOverlay('encrypt')
  expect((await plan).missing.map(({ id }) => id)).toEqual(['papers'])
  overlays.set([])
  await encrypt({ links: [makeLink('b', { parent: 'shared' })] })
  expect(overlays.get()).toEqual([])
  expect(lastToast()).toMatch(/^Only the owner can choose a key for this collection/)
})

test('ENC-01 shows the question for a key while it reads the keys, and replaces it by what they show', async () => {
  const client = fakeLibrary([], { papers: { key } })
  client.answer(getTree, () => makeTree(0))
  const encrypting = encrypt({ collection })
  expect(overlays.get().map(({ name }) => name)).toEqual(['encrypt'])
  await encrypting
  expect(overlays.get().map(({ name }) => name)).toEqual(['unlock'])
  overlays.set([])
  const closed = encrypt({ collection })
  overlays.set([])
  await closed
  expect(overlays.get()).toEqual([])
})

test('ENC-11 unlocks a collection whose key is not here first, then encrypts its link', async () => {
  const library = fakeLibrary([makeLink('a')], { papers: { key } })
  await encrypt({ links: [makeLink('a')] })
  const { collectionId, kid, onDone } = readOverlay('unlock')
  expect({ collectionId, kid }).toEqual({ collectionId: 'papers', kid: key.kid })
  save(key)
  onDone?.()
  await expect.poll(lastToast).toBe('Link encrypted successfully')
  expect(library.links.get('a')?.enc).toBe(1)
})

test('ENC-03 a locked link asks for the key of its envelopes, which decrypts it', async () => {
  const previous = await makeTestKey('papers')
  const library = fakeLibrary([await sealTestLink(previous, makeLink('a'))], { papers: { key } })
  const locked = await openAnswer(library.links.get('a')!)
  unlockLink(locked)
  expect(readOverlay('unlock')).toMatchObject({ collectionId: 'papers', kid: previous.kid })
  await decrypt({ links: [locked] })
  const { kid, decrypts, onDone } = readOverlay('unlock')
  expect({ kid, decrypts }).toEqual({ kid: previous.kid, decrypts: true })
  save(previous)
  onDone?.()
  await expect.poll(lastToast).toBe('Link decrypted successfully')
  expect(library.links.get('a')).toMatchObject({ enc: 0, name: 'name of a' })
})

test('ENC-03 decrypts a collection after a question, which counts no link in the trash', async () => {
  save(key)
  const sealed = await Promise.all(['a', 'b'].map(id => sealTestLink(key, makeLink(id))))
  const trashed = await sealTestLink(key, makeLink('c', { is_trash: 1 }))
  const library = fakeLibrary([...sealed, trashed], { papers: { key } })
  await decrypt({ collection })
  const { title, run } = readOverlay('confirm')
  expect(title).toBe('Decrypt everything in “Papers”?')
  expect(count(library.links.values(), 1)).toBe(3)
  await run?.()
  const { kind, name, total, runner } = readOverlay('encryptionRun')
  expect({ kind, name, total }).toEqual({ kind: 'decrypt', name: '“Papers”', total: 2 })
  await expect.poll(() => runner.progress.get().phase).toBe('done')
  expect(lastToast()).toBe('2 Links decrypted successfully')
})

test('ENC-03 a collection with a locked link asks for its key before the question', async () => {
  const library = fakeLibrary([await sealTestLink(key, makeLink('a'))], { papers: { key } })
  await decrypt({ collection })
  const { kid, decrypts, onDone } = readOverlay('unlock')
  expect({ kid, decrypts }).toEqual({ kid: key.kid, decrypts: true })
  save(key)
  onDone?.()
  await expect.poll(() => overlays.get().at(-1)?.name).toBe('confirm')
  expect(library.changes()).toEqual([])
})

test('ENC-09 does not decrypt a collection without encrypted links, or encrypt one without others', async () => {
  save(key)
  const library = fakeLibrary([makeLink('a')], { papers: { key } })
  library.answer(getTree, () => makeTree(1))
  await decrypt({ collection })
  expect(lastToast()).toMatch(/^No links encrypted in this collection/)
  library.links.set('a', await sealTestLink(key, makeLink('a')))
  await encrypt({ collection })
  expect(readOverlay('encryptionRun').total).toBe(0)
  await expect.poll(lastToast).toBe('Nothing to encrypt here')
})

test('ENC-01 more than one batch shows its progress', async () => {
  save(key)
  const links = Array.from({ length: 101 }, (_, at) => makeLink(`l${at}`))
  fakeLibrary(links, { papers: { key } })
  await encrypt({ links })
  const { name, total, runner } = readOverlay('encryptionRun')
  expect({ name, total }).toEqual({ name: '101 links', total: 101 })
  await expect.poll(() => runner.progress.get()).toMatchObject({ phase: 'done', done: 101 })
  expect(lastToast()).toBe('101 Links encrypted successfully')
})

test('ENC-07 without a secure connection encrypts, decrypts and unlocks nothing', async () => {
  replaceGlobal('isSecureContext', false)
  const library = fakeLibrary([], { papers: { key } })
  await encrypt({ links: [makeLink('a')] })
  await decrypt({ collection })
  unlockLink(makeLink('a'))
  expect(readToasts()).toEqual(['Encryption needs a secure connection. Open Nestmark over https.'])
  expect([library.calls, overlays.get()]).toEqual([[], []])
})

test('ENC-11 a member encrypts with a key that is here; the owner also chooses the first one', () => {
  const { can } = makeLink('a')
  const isPossible = (part: Partial<Link['can']>) =>
    canEncrypt({ can: { ...can, ...part }, parent: 'papers' })
  expect(isPossible({})).toBe(true)
  expect(isPossible({ share: false })).toBe(false)
  save(key)
  expect(isPossible({ share: false })).toBe(true)
  expect(isPossible({ edit: false })).toBe(false)
})
