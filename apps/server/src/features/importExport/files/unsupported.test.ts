import { listDashboardLinks } from '@nestmark/contract/links/links'
import { transferTexts } from '@nestmark/texts/transfer/importExport'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { type Person, signIn } from '../../../test/support/people.ts'
import { bookmarkText, importText } from './files.testing.ts'

let app: TestApp
let ada: Person
beforeAll(async () => {
  app = await startApp()
})
beforeEach(async () => {
  ada = await signIn(app, 'ada', 2)
})
afterAll(() => app.stop())

const row = (name: string, attributes = '', note = '') =>
  `<DT><A HREF="https://${name}.example/" ${attributes}>${name}</A>\n${note && `<DD>${note}\n`}`
const imported = async (rows: string) => (await importText(app, ada, bookmarkText(rows))).report!
const readLinks = async () =>
  new Map((await ada.call(listDashboardLinks, {})).links.map(link => [link.name, link]))

test('IO-03 imports a row with a text and without an address as a note, once', async () => {
  const lena = await signIn(app, 'lena')
  const text =
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n' +
    '<DT><A>Shopping</A><DD>Bread and butter\n<DT><A>Nothing</A>\n</DL>'
  const { report } = await importText(app, lena, text)
  expect(report).toMatchObject({
    links: 1,
    rows: [{ row: 2, title: 'Nothing', reason: 'There is no address' }],
  })
  const { links } = await lena.call(listDashboardLinks, {})
  expect(links).toMatchObject([{ name: 'Shopping', desc: 'Bread and butter', category: 4, link: '' }])
  expect((await importText(app, lena, text)).report).toMatchObject({ links: 0 })
})

test('IO-03 imports notes of Scuttle, texts of Shaarli and pictures of Raindrop', async () => {
  const report = await imported(
    row('scuttle', 'description="A &amp;\nB"') +
      row('both', 'description="attribute"', 'below') +
      row('raindrop', 'COVER="https://pictures.example/c.png"') +
      '<DT><A HREF="?lY47tw" ADD_DATE="1500000000" PRIVATE="0">A thought</A>\n<DD>Two\n  lines\n' +
      '<DT><A HREF="/shaare/Ab_-12" PRIVATE="0">Only a title</A>\n' +
      '<DT><A HREF="?lY47tw">Of a web page</A>\n',
  )
  expect(report).toMatchObject({
    links: 5,
    skipped: 1,
    rows: [{ row: 6, title: 'Of a web page', reason: 'This is not an address' }],
  })
  const links = await readLinks()
  expect(links.get('scuttle')!.desc).toBe('A &\nB')
  expect(links.get('both')!.desc).toBe('below\n\nattribute')
  expect(links.get('A thought')).toMatchObject({ link: '', category: 4, desc: 'Two\n  lines' })
  expect(links.get('Only a title')).toMatchObject({ link: '', category: 4, desc: 'Only a title' })
  const { picture_source } = await app.services.db.read
    .selectFrom('links')
    .select('picture_source')
    .where('owner_id', '=', ada.id)
    .where('title', '=', 'raindrop')
    .executeTakeFirstOrThrow()
  expect(picture_source).toBe('https://pictures.example/c.png')
})

test('IO-03 I06 imports a live bookmark with its page, otherwise with its feed, and reports pictures inside the file', async () => {
  const report = await imported(
    row('page', 'FEEDURL="https://page.example/feed.xml"') +
      '<DT><A FEEDURL="https://feed.example/atom.xml">Feed</A>\n' +
      row('inside', 'COVER="data:image/png;base64,iVBORw0KGgo="') +
      row('none', 'COVER="" FEEDURL=""'),
  )
  expect(report).toMatchObject({ links: 4, rows: [] })
  expect((await readLinks()).get('Feed')!.link).toBe('https://feed.example/atom.xml')
  expect(report.unsupported!.map(transferTexts.unsupported)).toEqual([
    'The feed of 1 link: only its page was imported. Rows: 1.',
    'The picture of 1 link: only pictures with a web address can be imported. Rows: 3.',
  ])
})

test('IO-03 I06 counts unsupported data in the report: marks, keywords and separators', async () => {
  const report = await imported(
    row('keyword', 'SHORTCUTURL="k" PRIVATE="1"') +
      row('later', 'TOREAD="1" PRIVATE="1"') +
      `<HR>${row('plain', 'PRIVATE="0" TOREAD="0" SHORTCUTURL=""')}<HR>\n`,
  )
  expect(report.rows).toEqual([])
  expect(new Map(report.unsupported!.map(({ what, total, rows }) => [what, [total, rows]]))).toEqual(
    new Map([
      ['keyword', [1, [1]]],
      ['private', [2, [1, 2]]],
      ['toRead', [1, [2]]],
      ['separator', [2, []]],
    ]),
  )
  expect(report.unsupported!.map(transferTexts.unsupported)).toContain(
    '2 links were private; here their collections decide who can see them. Rows: 1, 2.',
  )
  expect((await imported(row('other'))).unsupported).toBeUndefined()
})

test('I06 unwraps wrapped addresses, and reports title and address of each omitted row', async () => {
  const file = (rows: [title: string, href: string][]) =>
    rows.map(([title, href]) => `<DT><A HREF="${href}">${title}</A>\n`).join('')
  const inner = 'https://wrapped.example/a?x=1'
  const report = await imported(
    file([
      ['Suspended', `chrome-extension://klbibkeccnjl/suspended.html#ttl=A&uri=${inner}`],
      ['Reader', `about:reader?url=${encodeURIComponent(inner)}`],
      ['Source', `view-source:${inner}`],
      ['Suspended', inner],
      ['Options', 'chrome-extension://klbibkeccnjl/options.html'],
      ['Relative', '?lY47tw'],
      ['Long', `https://long.example/${'x'.repeat(9000)}`],
    ]),
  )
  const links = await readLinks()
  for (const name of ['Suspended', 'Reader', 'Source']) expect(links.get(name)!.link).toBe(inner)
  expect(report).toMatchObject({ links: 3, skipped: 4 })
  expect(report.rows.map(({ row, title, address }) => [row, title, address])).toEqual([
    [4, 'Suspended', inner],
    [5, 'Options', 'chrome-extension://klbibkeccnjl/options.html'],
    [6, 'Relative', '?lY47tw'],
    [7, 'Long', expect.stringMatching(/^https:\/\/long\.example\/x{170,}/)],
  ])
})

test('IO-03 I06 reports the last link of a truncated file', async () => {
  const rowsOf = async (text: string) =>
    (await importText(app, ada, `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${text}`)).report!.rows
  const complete = row('first')
  expect(await rowsOf(`${complete}<DT><A HREF="https://second.exam`)).toEqual([
    { row: 2, reason: 'The file ends in the middle of this link' },
  ])
  expect(await rowsOf(`${row('third')}<DT><A HREF="https://fourth.example/">A tit`)).toEqual([
    { row: 2, title: 'A tit', reason: 'The file ends in the title of this link' },
  ])
  expect(await rowsOf(`<DT><H3>Open</H3><DL><p>${row('fifth')}`)).toEqual([
    {
      row: 1,
      title: 'fifth',
      reason: 'The file ends in an open folder; links may be missing after this one',
    },
  ])
  expect(await rowsOf(`${row('sixth')}</DL><p>`)).toEqual([])
  for (const cut of ['', '<DT><H3>Bookmarks Tool', '<HR'])
    expect(await rowsOf(`${row(`seventh${cut.length}`)}${cut}`)).toEqual([
      expect.objectContaining({
        row: 1,
        reason: 'The file ends without its last line; links may be missing after this one',
      }),
    ])
})

test('IO-03 I06 the report names rows in comments and rows whose quotes do not match', async () => {
  const report = await imported(
    `${row('remark', '', 'like this: <!-- or <![CDATA[')}${row('plain')}<!--\n${row('hidden')}-->\n` +
      `<DT><A HREF="https://quotes.example/>Quotes</A>\n${row('after')}`,
  )
  expect(report).toMatchObject({
    links: 3,
    skipped: 2,
    rows: [
      { row: 3, title: 'hidden', reason: 'This row is inside a comment' },
      { row: 4, title: 'Quotes', reason: 'The quotes in this row do not match' },
    ],
  })
  expect((await readLinks()).get('remark')!.desc).toBe('like this: <!-- or <![CDATA[')
})

test('IO-03 rejects a file of another kind and names what it is', async () => {
  const body = new FormData()
  body.append('type', 'html')
  body.append(
    'file',
    new Blob(['{"guid":"root________","type":"text/x-moz-place-container"}']),
    'bookmarks.html',
  )
  const headers = { authorization: `Bearer ${ada.token}` }
  const answer = await fetch(`${app.origin}/api/import-bookmarks`, { method: 'POST', headers, body })
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
    400,
    'This is a Firefox backup, not a bookmark file. Export your bookmarks as an HTML file.',
  ])
})

test('IO-03 the sections of bookmark files of w3m and Konqueror become collections', async () => {
  const w3m =
    '<html><head><title>Bookmarks</title></head>\n<body>\n<h1>Bookmarks</h1>\n<h2>Section</h2>\n<ul>\n' +
    '<li><a href="https://w3m.example/">w3m page</a>\n<!--End of section (do not delete this comment)-->\n</ul>\n</body></html>'
  const konqueror =
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/REC-html40/strict.dtd">\n<html><head><title>My Bookmarks</title>\n' +
    '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head>\n<body>\n<div><b>Pages</b><br>\n<div style="margin-left: 2em">\n' +
    '<a href="https://konqueror.example/">Konqueror page</a><br>\n</div>\n</div>\n</body>\n</html>\n'
  for (const text of [w3m, konqueror])
    expect((await importText(app, ada, text)).report).toMatchObject({ links: 1, folders: 1, skipped: 0 })
})
