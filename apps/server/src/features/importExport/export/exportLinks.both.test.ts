import { createCollection } from '@nestmark/contract/collections'
import { countExport, type ExportFormat } from '@nestmark/contract/transfer/linkExport'
import { saveNote } from '@nestmark/contract/links/linkNote'
import { favouriteLink, saveLink, trashLinks } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import type { LibraryFile } from '@nestmark/core/libraryFile/schema'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { stopIntact } from '../../../test/support/jobs.ts'
import { type Person, signIn } from '../../../test/support/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => stopIntact(app))

/** Returns an exported file, or the code of the refusal. */
async function exportPart(who: Person, format: ExportFormat, part: object): Promise<string> {
  const answer = await fetch(`${app.origin}/api/export-links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ format, ...part }),
  })
  const text = await answer.text()
  return answer.status === 200 ? text : (JSON.parse(text) as { code: string }).code
}

/** Returns the titles of the links of an export. */
async function titlesOf(who: Person, part: object): Promise<string[]> {
  const file = JSON.parse(await exportPart(who, 'json', part)) as LibraryFile
  return file.links.map(each => each.title)
}

/** Creates a library: Birds with a link, and Herons inside with two. */
async function fill(who: Person) {
  const birds = (await who.call(createCollection, { name: 'Birds' }))._id
  const herons = (await who.call(createCollection, { name: 'Herons', parent: birds } as never))._id
  const save = async (name: string, parent: string) => {
    app.clock.now += 1000
    const link = `https://${name.toLowerCase()}.example/?a=1&b=2`
    return (await who.call(saveLink, { name, link, category: 3, parent, tags: ['water'] }))._id
  }
  return {
    birds,
    herons,
    robin: await save('Robin', birds),
    grey: await save('Grey', herons),
    white: await save('White', herons),
  }
}

test('IO-02 exports a collection with or without those inside, a list, a search and a selection as lists', async () => {
  const ada = await signIn(app, 'ada', 2)
  const { birds, herons, robin, grey, white } = await fill(ada)
  expect(await titlesOf(ada, { folder_id: birds })).toEqual(['Robin'])
  expect(await titlesOf(ada, { folder_id: birds, include_sub: 1 })).toEqual(['Robin', 'Grey', 'White'])
  expect(await titlesOf(ada, { folder_id: ada.rootId, include_sub: 1 })).toEqual(['Robin', 'Grey', 'White'])
  expect(await titlesOf(ada, { folder_id: ada.rootId })).toEqual([])
  expect(await titlesOf(ada, { links: [white, robin] })).toEqual(['Robin', 'White'])
  expect(await titlesOf(ada, { every: { folder_id: birds, include_sub: 1 }, except: [grey] })).toEqual([
    'Robin',
    'White',
  ])
  expect(await titlesOf(ada, { every: { search: { input: 'grey' } } })).toEqual(['Grey'])
  expect(await ada.call(countExport, { folder_id: birds, include_sub: 1 })).toEqual({
    links: 3,
    encrypted: 0,
    articles: 0,
  })
  expect(await ada.call(countExport, { every: { folder_id: herons }, except: [grey] })).toMatchObject({
    links: 1,
  })
  // Not in the trash.
  await ada.call(trashLinks, { linkIdArr: [grey] })
  expect(await titlesOf(ada, { folder_id: birds, include_sub: 1 })).toEqual(['Robin', 'White'])
  expect(await titlesOf(ada, { links: [grey, robin] })).toEqual(['Robin'])
  const bea = await signIn(app, 'bea')
  for (const part of [{}, { links: [] }, { folder_id: birds, links: [robin] }])
    expect(await exportPart(bea, 'csv', part)).toBe('links.noneChosen')
})

test('IO-02 every format of a collection has its links, and its tree where the format has one', async () => {
  const ada = await signIn(app, 'ada', 2)
  const { birds, herons, robin } = await fill(ada)
  await ada.call(favouriteLink, { link_id: robin, is_fav: 1 })
  await ada.call(saveNote, { link_id: robin, note: 'Mine' })
  const note = { name: 'Note', desc: 'Only words', category: 4, parent: herons }
  const { _id: noteId } = await ada.call(saveLink, note)
  const part = { folder_id: birds, include_sub: 1 }
  const html = await exportPart(ada, 'html', part)
  expect(html).toMatch(/<H3 [^>]*>Birds<\/H3>[^]*Robin<\/A>[^]*<H3 [^>]*>Herons<\/H3>[^]*Grey<\/A>/)
  expect(html).toContain('NM_FAVOURITE="1" NM_REMARK="Mine"')
  expect(await exportPart(ada, 'markdown', part)).toBe(
    `# Nestmark\n\n\n## Birds\n\n- [Robin](https://robin.example/?a=1&b=2) #water\n\n  > Mine\n\n\n### Herons\n\n` +
      `- [Grey](https://grey.example/?a=1&b=2) #water\n- [White](https://white.example/?a=1&b=2) #water\n` +
      `- [Note](${app.services.config.publicUrl}/l/${noteId})\n\n  Only words\n\n`,
  )
  expect(await exportPart(ada, 'addresses', part)).toBe(
    'https://robin.example/?a=1&b=2\nhttps://grey.example/?a=1&b=2\nhttps://white.example/?a=1&b=2\n',
  )
  const csv = await exportPart(ada, 'csv', part)
  expect(csv).toContain('"Grey","","","https://grey.example/?a=1&b=2","Birds / Herons","water"')
  const json = JSON.parse(await exportPart(ada, 'json', part)) as LibraryFile
  expect(json.collections.map(each => [each.path.join('/'), each.parent])).toEqual([
    ['Birds', null],
    ['Birds/Herons', birds],
  ])
  expect(json.links[0]).toMatchObject({ collection: birds, private_note: 'Mine', favourite: true })
})

test('I08 a user who may read links may export them, with their own notes and marks only', async () => {
  const ada = await signIn(app, 'ada', 2)
  const [rosa, xaver] = [await signIn(app, 'rosa'), await signIn(app, 'xaver')]
  const { birds, herons, robin, grey } = await fill(ada)
  await ada.call(saveNote, { link_id: grey, note: 'Hers alone' })
  await ada.call(setPermissions, { folder_id: herons, read: 1, write: 0, read_members: [rosa.id] } as never)
  await rosa.call(saveNote, { link_id: grey, note: 'Of Rosa' })
  const shared = await exportPart(rosa, 'json', { folder_id: herons, include_sub: 1 })
  expect(shared).not.toContain('Hers alone')
  const { collections, links } = JSON.parse(shared) as LibraryFile
  expect(collections.map(each => [each.path, each.parent])).toEqual([[['Herons'], null]])
  expect(links.map(each => each.private_note)).toEqual(['Of Rosa', ''])
  expect(await titlesOf(rosa, { links: [grey] })).toEqual(['Grey'])
  expect(await titlesOf(rosa, { every: { search: { input: 'grey' } } })).toEqual(['Grey'])
  for (const [part, refusal] of [
    [{ folder_id: birds }, 'collections.notFound'],
    [{ links: [grey, robin] }, 'links.notFound'],
    [{ every: { folder_id: birds } }, 'collections.notFound'],
  ] as const)
    expect(await exportPart(rosa, 'html', part)).toBe(refusal)
  expect(await exportPart(xaver, 'html', { folder_id: herons })).toBe('collections.notFound')
})

test('IO-02 counts encrypted links and leaves them out', async () => {
  const ada = await signIn(app, 'ada', 2)
  const { birds, grey, white } = await fill(ada)
  await app.services.db.write(tx =>
    tx.updateTable('links').set({ key_id: 'a-key' }).where('id', '=', grey).execute(),
  )
  const part = { folder_id: birds, include_sub: 1 as const }
  expect(await ada.call(countExport, part)).toEqual({ links: 2, encrypted: 1, articles: 0 })
  expect(await ada.call(countExport, { links: [grey, white] })).toEqual({
    links: 1,
    encrypted: 1,
    articles: 0,
  })
  for (const each of [part, { links: [grey, white] }, { every: { folder_id: birds, include_sub: 1 } }]) {
    expect(await titlesOf(ada, each)).not.toContain('Grey')
    // Files of rows have no place for it.
    const leftOut = 'Not in this file: 1 encrypted link.'
    expect(await exportPart(ada, 'html', each)).toContain(`<!-- ${leftOut} -->`)
    expect(await exportPart(ada, 'markdown', each)).toContain(`\n\n${leftOut}\n\n`)
    expect(JSON.parse(await exportPart(ada, 'json', each))).toMatchObject({ encrypted_left_out: 1 })
  }
  expect(await exportPart(ada, 'html', { links: [white] })).not.toContain('encrypted')
  await app.services.db.write(tx =>
    tx.updateTable('links').set({ key_id: null }).where('id', '=', grey).execute(),
  )
})
