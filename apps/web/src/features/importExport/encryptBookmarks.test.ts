import { createCollection, getTree, trashCollections } from '@nestmark/contract/collections'
import { saveEncryptedLinks } from '@nestmark/contract/encryption/encryptedBatches'
import { getFolderKeys, updateEncFolders } from '@nestmark/contract/encryption/encryption'
import { trashLinks } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import type { Collection, TreeNode } from '@nestmark/contract/shapes'
import { openText } from '@nestmark/encryption/envelope'
import { readKeyId } from '@nestmark/encryption/secrets/validationValue'
import { beforeEach, expect, test } from 'vitest'
import { fakeClient, type FakeClient } from '../../lib/api/fakeClient.testing.ts'
import { keyRing } from '../../lib/encryption/keyRing.ts'
import { openLinkTexts } from '@nestmark/client/encryption/linkTexts'
import { quietRun } from '../../lib/encryption/runner.ts'
import { makeTestKey, type TestKey } from '@nestmark/client/encryption/testKeys.testing'
import { fakePage, readToasts } from '../../lib/fakePage.testing.ts'
import { fakeWorkers } from '../../lib/fakeWorker.testing.ts'
import { secretWork } from '../encryption/keys/secretWork.ts'
import { undoLastChange } from '../../lib/toasts.ts'
import { createImport } from '../encryption/transfer/importLinks.ts'
import { startImport } from '../encryption/transfer/startImport.ts'
import { readBookmarkLinks, toImport } from './readBookmarkLinks.ts'

type Sent = Input<typeof saveEncryptedLinks>['links'][number]

const secret = 'a long and strong secret 7'
let papers: TestKey
let server: FakeClient
/** What the server has: links by id, and collections. */
let saved: Map<string, Sent>
let folders: { id: string; name: string; parent: string; enc_id: string | null; hide_tags: 0 | 1 }[]

beforeEach(async () => {
  fakePage()
  fakeWorkers(() => secretWork)
  papers = await makeTestKey('papers')
  keyRing.save([papers.record], 0)
  server = fakeClient()
  saved = new Map()
  folders = [{ id: 'papers', name: 'Papers', parent: 'root', enc_id: papers.value, hide_tags: 0 }]
  const toNode = (id: string, folder_name: string): TreeNode =>
    ({
      _id: id,
      folder_name,
      links_count: 0,
      category_counts: [0, 0, 0, 0, 0],
      children: folders.filter(each => each.parent === id).map(each => toNode(each.id, each.name)),
    }) as unknown as TreeNode
  server.answer(getTree, () => toNode('root', 'root') as never)
  server.answer(getFolderKeys, ({ folder_id }) => {
    const { enc_id, hide_tags } = folders.find(each => each.id === folder_id)!
    return { enc_id, former_keys: [], links: [], hide_tags, tagged: 0 }
  })
  server.answer(createCollection, ({ name, parent }) => {
    const id = `new-${folders.length}`
    folders.push({ id, name, parent: parent ?? 'root', enc_id: null, hide_tags: 0 })
    return { _id: id } as Collection
  })
  server.answer(updateEncFolders, ({ folders: changed }) => {
    for (const { _id, enc_id, hide_tags = 0 } of changed)
      Object.assign(
        folders.find(each => each.id === _id)!,
        { enc_id, hide_tags },
      )
    return { changed: 0, links: [] }
  })
  server.answer(saveEncryptedLinks, ({ links }) => {
    const added = links.filter(link => !saved.has(link._id))
    for (const link of added) saved.set(link._id, link as Sent)
    return {
      saved: added.length,
      existing: links.length - added.length,
      ids: added.map(({ _id }) => _id),
    }
  })
})

const rows = `<DT><A HREF="https://reed.example/roofs" ADD_DATE="1700000000" TAGS="reed">Roofs</A><DD>Of reed
<DT><A HREF="javascript:alert(1)">Bookmarklet</A>
<DT><H3>Letters</H3><DL><p>
<DT><A HREF="https://bank.example/letter">${'A letter '.repeat(60)}</A>
</DL><p>`
const toFile = (text: string) => new Blob([`<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${text}\n</DL><p>`])
const create = async (keepsFolders: boolean, text = rows) => {
  const read = (await readBookmarkLinks(toFile(text)))!
  const target = { into: 'papers', key: keyRing.find(papers.kid)!, secret }
  return { read, ...createImport(toImport(read, target, keepsFolders)) }
}
const open = async (link: Sent) =>
  (await openLinkTexts(papers.key, link._id, { ...link, thumbnail: '', enc_check_list: '' }))!

test('ENC-07 IO-01 encrypts a bookmark file before it sends it, with its dates, tags and folders', async () => {
  const { read, run } = await create(true)
  expect(await run(quietRun())).toBe(2)
  expect(read).toMatchObject({ skipped: 1, shortened: 1 })
  const sent = JSON.stringify(server.calls)
  for (const word of ['reed.example', 'Roofs', 'Of reed', 'bank.example']) expect(sent).not.toContain(word)

  const [roofs, letter] = [...saved.values()]
  expect(roofs).toMatchObject({ parent: 'papers', tags: ['reed'], created: 1_700_000_000_000 })
  expect(await open(roofs!)).toMatchObject({
    name: 'Roofs',
    desc: 'Of reed',
    link: 'https://reed.example/roofs',
  })
  const letters = folders.find(each => each.name === 'Letters')
  expect(letters).toMatchObject({ parent: 'papers' })
  expect(readKeyId(letters!.enc_id!)).toBe(papers.kid)
  expect(letter!.parent).toBe(letters!.id)
  const title = await openText(papers.key, { linkId: letter!._id, field: 'name' }, letter!.name)
  expect(title.endsWith('…')).toBe(true)
})

test('ENC-07 a stopped import continues, and a repeated one saves nothing twice', async () => {
  const many = Array.from({ length: 250 }, (_, n) => `<DT><A HREF="https://reed.example/${n}">${n}</A>`)
  const { run } = await create(false, many.join('\n'))
  const stop = new AbortController()
  const signal = stop.signal
  expect(await run({ ...quietRun(), signal, onProgress: () => stop.abort() })).toBe(100)
  expect(saved.size).toBe(100)
  expect(await run(quietRun())).toBe(150)
  const again = await create(false, many.join('\n'))
  expect(await again.run(quietRun())).toBe(0)
  expect(again.leftOut.existing).toBe(250)
  expect(saved.size).toBe(250)
})

test('ENC-07 Undo at the end of an import moves what it has made to the trash, and nothing else', async () => {
  const before = '<DT><A HREF="https://reed.example/before">Before</A>'
  await (await create(false, before)).run(quietRun())
  const earlier = [...saved.keys()]
  const read = (await readBookmarkLinks(toFile(`${before}\n${rows}`)))!
  const target = { into: 'papers', key: keyRing.find(papers.kid)!, secret }
  startImport(toImport(read, target, true), 'Papers')
  await expect.poll(() => readToasts()).toEqual(['2 links imported 1 link was imported before.'])

  server.answer(trashCollections, () => ({ changed: 1, placed: [], undo: 'a' }))
  server.answer(trashLinks, () => ({ changed: 1, undo: 'b' }))
  expect(undoLastChange()).toBe(true)
  const inputsOf = (path: string) => server.calls.filter(call => call.path === path).map(({ input }) => input)
  const roofs = [...saved.values()].find(link => link.parent === 'papers' && !earlier.includes(link._id))
  await expect.poll(() => inputsOf(trashLinks.path)).toEqual([{ linkIdArr: [roofs!._id] }])
  // The link of the new collection goes with it.
  const letters = folders.find(each => each.name === 'Letters')!
  expect(inputsOf(trashCollections.path)).toEqual([{ folderIdArr: [letters.id] }])
})

test('ENC-07 ENC-12 where a collection hides tags, they and those of new collections go inside', async () => {
  folders[0]!.hide_tags = 1
  const { run } = await create(true)
  await run(quietRun())
  const [roofs] = [...saved.values()]
  expect(roofs!.tags).toEqual([])
  expect((await open(roofs!)).desc).toBe('Of reed\n#reed')
  expect(folders.find(each => each.name === 'Letters')!.hide_tags).toBe(1)
})

test('IO-03 does not read a file that is not a bookmark file', async () => {
  expect(await readBookmarkLinks(new Blob(['<!doctype html><title>A page</title><p>Words']))).toBeNull()
})

test('IO-03 the browser reads files of other formats, too, and names their highlights', async () => {
  const csv =
    'title,url,time_added,tags,status\nBread,https://bread.example/,1700000000,a|b,archive\nJs,javascript:x,,,\n'
  expect(await readBookmarkLinks(new Blob([csv]))).toMatchObject({
    links: [
      {
        tags: ['a', 'b'],
        created: 1_700_000_000_000,
        texts: { name: 'Bread', link: 'https://bread.example/' },
      },
    ],
    skipped: 1,
    highlights: 0,
  })
  const goodlinks = [
    { url: 'https://bread.example/', title: 'Bread', addedAt: 1, highlights: [{ content: 'Crust' }] },
  ]
  expect(await readBookmarkLinks(new Blob([JSON.stringify(goodlinks)]))).toMatchObject({ highlights: 1 })
})
