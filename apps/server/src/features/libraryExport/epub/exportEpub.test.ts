import { randomBytes } from 'node:crypto'
import { addKey } from '@nestmark/contract/apiKeys'
import { createCollection } from '@nestmark/contract/collections'
import { getCopy } from '@nestmark/contract/reading/copies'
import { countExport } from '@nestmark/contract/transfer/linkExport'
import { saveLink } from '@nestmark/contract/links/links'
import { setPermissions } from '@nestmark/contract/sharing/share'
import { generateApiKey } from '@nestmark/core/apiKey'
import { Parser } from 'htmlparser2'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { serve, type TestServer } from '../../../fetching/testing/web.testing.ts'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { unzip } from '../../../test/support/zip.ts'

let app: TestApp
let site: TestServer
let ada: Person
let picture: Buffer
const article = 'The heron stood in the shallow water & waited for the fish. '.repeat(20)

beforeAll(async () => {
  picture = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#246' } })
    .png()
    .toBuffer()
  site = await serve(({ url }, response) => {
    if (url?.endsWith('.png')) return response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    const title = url === '/herons' ? 'Herons & "reeds"' : 'Robins'
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><html lang="en"><title>${title}</title><article><h1>x</h1><p>${article}<ul><li>One<p>Two</ul><img src="/a.png" alt="A nest"><table><tr><td>1<td>2</table><a href="/other">Other</a></article>`,
      )
  })
  app = await startApp({ copies: 'reader', fetchAllowPrivate: [site.hostPort] })
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
afterAll(async () => {
  await app.stop()
  await site.close()
})

/** Saves a page with its article. */
async function save(path: string, parent: string): Promise<string> {
  const { _id } = await ada.call(saveLink, {
    name: path === '/herons' ? 'Herons & "reeds"' : '<Robins>',
    link: site.origin + path,
    category: 3,
    parent,
  })
  await expect.poll(async () => (await ada.call(getCopy, { link_id: _id })).state).toBe('kept')
  app.clock.now += 1000
  return _id
}

async function exportBook(who: Person, part: object): Promise<Buffer> {
  const answer = await fetch(`${app.origin}/api/export-epub`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Birds & more', ...part }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (answer.status === 200) expect(answer.headers.get('content-type')).toBe('application/epub+zip')
  return bytes
}

/** Creates an API key that may read. */
async function createKey(who: Person): Promise<string> {
  const key = generateApiKey(count => randomBytes(count))
  await who.call(addKey, { key, name: 'E-reader', scope: 'read' })
  return key
}

/** Fails when a document is not well-formed. */
function expectWellFormed(xml: string): void {
  const open: string[] = []
  new Parser(
    {
      onopentag: name => void open.push(name),
      onclosetag: (name, implied) => {
        expect(open.pop()).toBe(name)
        if (implied)
          expect(['br', 'content', 'hr', 'img', 'item', 'itemref', 'link', 'meta', 'rootfile']).toContain(
            name,
          )
      },
    },
    { xmlMode: true },
  ).end(xml)
  expect(xml).not.toMatch(/&(?!#\d+;|#x[\da-f]+;)/)
}

test('IO-02 a book has the stored articles of a collection in order, with their pictures', async () => {
  const birds = (await ada.call(createCollection, { name: 'Birds' }))._id
  await save('/herons', birds)
  await save('/robins', birds)
  await ada.call(saveLink, { name: 'Only a note', desc: 'x', category: 4, parent: birds })
  expect(await ada.call(countExport, { folder_id: birds })).toMatchObject({ links: 3, articles: 2 })
  const bytes = await exportBook(ada, { folder_id: birds })
  // The type of the file is at a fixed place, without an extra field.
  expect(bytes.toString('latin1', 30, 58)).toBe('mimetypeapplication/epub+zip')
  expect(bytes.readUInt16LE(28)).toBe(0)
  const files = await unzip(bytes)
  expect([...files.keys()]).toEqual([
    'mimetype',
    'META-INF/container.xml',
    'EPUB/style.css',
    'EPUB/chapter-1.xhtml',
    'EPUB/pictures/1-1.png',
    'EPUB/chapter-2.xhtml',
    'EPUB/pictures/2-1.png',
    'EPUB/contents.xhtml',
    'EPUB/contents.ncx',
    'EPUB/package.opf',
  ])
  const text = (path: string) => files.get(path)!.bytes.toString()
  for (const path of files.keys()) if (/xhtml|opf|ncx|xml$/.test(path)) expectWellFormed(text(path))
  const chapter = text('EPUB/chapter-1.xhtml')
  expect(chapter).toContain('<h1>Herons &#38; &#34;reeds&#34;</h1>')
  expect(chapter).toContain('<img src="pictures/1-1.png" alt="A nest"/>')
  expect(chapter).toContain(`<a href="${site.origin}/other">Other</a>`)
  expect(chapter).toContain('lang="en"')
  expect(text('EPUB/contents.xhtml')).toContain('<li><a href="chapter-2.xhtml">&#60;Robins&#62;</a></li>')
  // Older programs read this table of contents.
  expect(text('EPUB/contents.ncx')).toContain(
    '<text>&#60;Robins&#62;</text></navLabel><content src="chapter-2.xhtml"/>',
  )
  expect(text('EPUB/package.opf')).toContain('<spine toc="ncx">')
  // Every file is in the package, and only those.
  const listed = [...text('EPUB/package.opf').matchAll(/href="([^"]+)"/g)].map(([, path]) => `EPUB/${path}`)
  expect(listed.toSorted()).toEqual(
    [...files.keys()].filter(path => /^EPUB\/(?!package)/.test(path)).toSorted(),
  )
  expect(text('EPUB/package.opf')).toContain('<dc:title>Birds &#38; more</dc:title>')
})

test('I08 books are for members, not for the public', async () => {
  const xaver = await signIn(app, 'xaver', 2)
  const birds = (await ada.call(createCollection, { name: 'Birds' }))._id
  const link = await save('/herons', birds)
  const codeOf = async (part: object) => JSON.parse((await exportBook(xaver, part)).toString()).code
  const share = (read: 0 | 1 | 3, members: string[]) =>
    ada.call(setPermissions, { folder_id: birds, read, write: 0, read_members: members } as never)
  expect(await codeOf({ folder_id: birds })).toBe('collections.notFound')
  await share(3, [])
  for (const part of [{ folder_id: birds }, { links: [link] }, { every: { folder_id: birds } }])
    expect(await codeOf(part)).toBe('copies.membersOnly')
  await share(1, [xaver.id])
  expect((await unzip(await exportBook(xaver, { links: [link] }))).has('EPUB/chapter-1.xhtml')).toBe(true)
  const note = await xaver.call(saveLink, { name: 'Note', desc: 'x', category: 4 })
  expect(await codeOf({ links: [note._id] })).toBe('copies.noneStored')
})

test('IO-02 I08 reading programs get the books of a collection by an API key, and links of public ones without', async () => {
  const birds = (await ada.call(createCollection, { name: 'Birds & co' }))._id
  const link = await save('/herons', birds)
  await ada.call(saveLink, { name: 'Only a note', desc: 'x', category: 4, parent: birds })
  const key = await createKey(ada)
  const origin = app.services.config.publicUrl
  const get = (path: string, password?: string) =>
    fetch(path.replace(origin, app.origin), {
      headers:
        password === undefined
          ? {}
          : { authorization: `Basic ${Buffer.from(`ada:${password}`).toString('base64')}` },
    })
  const address = `${origin}/c/${birds}/opds.xml`
  const asked = await get(address)
  expect([asked.status, asked.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringMatching(/^Basic /),
  ])
  expect((await get(address, `${key}x`)).status).toBe(401)
  const answer = await get(address, key)
  expect(answer.headers.get('content-type')).toContain('profile=opds-catalog;kind=acquisition')
  const catalog = await answer.text()
  expectWellFormed(catalog)
  const linked = (text: string) =>
    [...text.matchAll(/opds-spec.org\/acquisition" href="([^"]+)" type="([^"]+)"/g)].map(
      ([, ...parts]) => parts,
    )
  const books = linked(catalog)
  expect(books).toEqual([
    [`${origin}/c/${birds}/opds.epub`, 'application/epub+zip'],
    [`${origin}/c/${birds}/opds/${link}.epub`, 'application/epub+zip'],
  ])
  for (const [book] of books) {
    expect((await get(book!)).status).toBe(401)
    const files = await unzip(Buffer.from(await (await get(book!, key)).arrayBuffer()))
    expect(files.has('EPUB/chapter-1.xhtml')).toBe(true)
  }
  const xaver = await signIn(app, 'xaver', 2)
  const others = await createKey(xaver)
  expect((await get(address, others)).status).toBe(404)
  expect((await get(books[1]![0]!, others)).status).toBe(404)
  await ada.call(setPermissions, { folder_id: birds, read: 3, write: 0 } as never)
  for (const password of [undefined, others]) {
    const open = linked(await (await get(address, password)).text())
    expect(open).toContainEqual([`${site.origin}/herons`, 'text/html'])
    expect(open).toHaveLength(2)
  }
})
