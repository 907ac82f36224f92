import type { FormatId } from './formatId.ts'
import { zip } from './packed.testing.ts'

/** A row of a random file. */
export interface TestRow {
  address: string
  title: string
  note: string
  tag: string
  /** Seconds since 1970. */
  added: number
}

type Write = (rows: readonly TestRow[]) => string | Uint8Array

const csvCell = (text: string) => `"${text.replaceAll('"', '""')}"`
/** Writes a table. */
const csv =
  (header: string, cells: (row: TestRow, n: number) => readonly string[]): Write =>
  rows =>
    [header, ...rows.map((row, n) => cells(row, n).map(csvCell).join(','))].join('\r\n')
/** Writes a list of objects, within another value. */
const json =
  (
    toItem: (row: TestRow, n: number) => object,
    around: (items: object[]) => unknown = items => items,
  ): Write =>
  rows =>
    JSON.stringify(around(rows.map(toItem)))

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// XML cannot contain control characters and lone surrogates.
const xml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}|[\ufffe\uffff]/gu, ' ')
    .replaceAll(/[&<>"]/g, char => escapes[char] ?? '')
const list =
  (toRow: (row: TestRow) => string, before: string, after: string): Write =>
  rows =>
    before + rows.map(toRow).join('\n') + after
const line = (text: string) => text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Writes random rows in each format, as its program does. */
export const writers: Record<FormatId, Write> = {
  bookmarkHtml: list(
    row =>
      `<DT><A HREF="${xml(row.address)}" ADD_DATE="${row.added}" TAGS="${xml(row.tag)}">${xml(row.title)}</A>`,
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n',
    '\n</DL><p>',
  ),
  pocketCsv: csv('title,url,time_added,tags,status', row => [
    row.title,
    row.address,
    String(row.added),
    row.tag,
    'unread',
  ]),
  raindropCsv: csv('id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite', (row, n) => [
    String(n),
    row.title,
    row.note,
    '',
    row.address,
    row.tag,
    row.tag,
    iso(row.added),
    '',
    '',
    'false',
  ]),
  instapaperCsv: csv('URL,Title,Selection,Folder,Timestamp,Tags', row => [
    row.address,
    row.title,
    row.note,
    row.tag || 'Unread',
    String(row.added),
    JSON.stringify([row.tag]),
  ]),
  diigoCsv: csv('title,url,tags,description,comments,annotations,created_at', row => [
    row.title,
    row.address,
    row.tag,
    row.note,
    '',
    '',
    iso(row.added),
  ]),
  matterCsv: csv(
    'Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,Highlight Count,Last Interaction Date,File Id',
    row => [row.title, '', '', row.address, row.tag, '1', 'True', 'False', 'False', '0', iso(row.added), '1'],
  ),
  readerCsv: csv('Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen', (row, n) => [
    row.title,
    row.address,
    String(n),
    `['x']`,
    iso(row.added),
    '0',
    n % 3 ? 'later' : 'feed',
    'True',
  ]),
  readwiseCsv: csv(
    'Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags',
    row => [row.note, row.title, '', '', '', '', row.tag, '', '', iso(row.added), ''],
  ),
  mymindCsv: csv('id,type,title,url,content,note,tags,created', (row, n) => [
    String(n),
    'x',
    row.title,
    row.address,
    row.note,
    '',
    row.tag,
    iso(row.added),
  ]),
  zoteroCsv: csv(
    'Key,Item Type,Title,Url,Abstract Note,Date Added,Notes,Manual Tags,Automatic Tags',
    (row, n) => [String(n), 'webpage', row.title, row.address, row.note, iso(row.added), '', row.tag, ''],
  ),
  googleSavedCsv: csv('Title,Note,URL,Tags,Comment', row => [row.title, row.note, row.address, row.tag, '']),
  // It has only addresses.
  redditCsv: csv('id,permalink', (row, n) => [
    String(n),
    `/r/${encodeURIComponent(row.title.toWellFormed())}`,
  ]),
  csv: csv('Name,Link,Description,Tags', row => [row.title, row.address, row.note, row.tag]),
  firefoxJson: json(
    row => ({
      type: 'text/x-moz-place',
      title: row.title,
      uri: row.address,
      tags: row.tag,
      dateAdded: row.added * 1e6,
    }),
    children => ({
      type: 'text/x-moz-place-container',
      root: 'placesRoot',
      children: [{ type: 'text/x-moz-place-container', title: 'x', children }],
    }),
  ),
  chromiumJson: json(
    row => ({
      date_added: String((row.added + 11_644_473_600) * 1e6),
      name: row.title,
      type: 'url',
      url: row.address,
    }),
    children => ({ roots: { other: { children, name: 'Other', type: 'folder' } } }),
  ),
  pinboardJson: json(row => ({
    href: row.address,
    description: row.title,
    extended: row.note,
    time: iso(row.added),
    tags: row.tag,
  })),
  raindropJson: json(
    row => ({
      link: row.address,
      title: row.title,
      note: row.note,
      tags: [row.tag],
      created: iso(row.added),
      collection: { $id: 1 },
    }),
    items => ({ items, collections: [{ _id: 1, title: 'One' }] }),
  ),
  deliciousJson: json(row => ({
    title: row.title,
    url: row.address,
    description: row.note,
    tags: [row.tag],
    created: String(row.added),
    private: '0',
  })),
  omnivoreJson: json((row, n) => ({
    slug: String(n),
    title: row.title,
    url: row.address,
    state: n % 3 ? 'Active' : 'Deleted',
    labels: [row.tag],
    savedAt: iso(row.added),
  })),
  karakeepJson: json(
    row => ({
      createdAt: row.added,
      title: row.title,
      tags: [row.tag],
      content: row.address ? { type: 'link', url: row.address } : null,
      note: row.note,
      lists: ['1', '2'],
    }),
    bookmarks => ({
      bookmarks,
      lists: [
        { id: '1', name: 'One', type: 'manual', parentId: '2' },
        { id: '2', name: 'Two', type: 'manual', parentId: '1' },
      ],
    }),
  ),
  linkwardenJson: json(
    (row, n) => ({
      id: n,
      name: row.title,
      url: row.address || null,
      description: row.note,
      tags: [{ name: row.tag }],
      createdAt: iso(row.added),
    }),
    links => ({
      collections: [
        { id: 1, name: 'One', parentId: 2, links },
        { id: 2, name: 'Two', parentId: 1, links: [] },
      ],
      pinnedLinks: links.slice(0, 1),
    }),
  ),
  wallabagJson: json((row, n) => ({
    id: n,
    title: row.title,
    url: row.address,
    is_archived: n % 2,
    tags: [row.tag],
    content: row.note,
    created_at: iso(row.added),
  })),
  readabilityJson: json(
    row => ({
      article__title: row.title,
      article__url: row.address,
      article__excerpt: row.note,
      date_added: iso(row.added),
    }),
    bookmarks => ({ bookmarks }),
  ),
  elcuratorJson: json(row => ({
    title: row.title,
    url: row.address,
    description: row.note,
    tags: [row.tag],
    created_at: iso(row.added),
    is_saved: true,
  })),
  diigoJson: rows =>
    rows
      .map(row =>
        JSON.stringify({
          title: row.title,
          url: row.address,
          tags: row.tag,
          description: row.note,
          created_at: row.added,
          readed: 1,
        }),
      )
      .join('\n'),
  zoteroJson: json(
    (row, n) => ({
      itemType: 'webpage',
      itemID: n,
      title: row.title,
      url: row.address,
      abstractNote: row.note,
      tags: [{ tag: row.tag }],
      dateAdded: iso(row.added),
    }),
    items => ({
      config: { label: 'BetterBibTeX JSON' },
      collections: { A: { name: 'A', parent: 'A', items: [0, 1] } },
      items,
    }),
  ),
  cslJson: json(row => ({ type: 'webpage', title: row.title, URL: row.address, abstract: row.note })),
  tabSessionJson: json((row, n) => ({
    name: String(n),
    date: row.added * 1000,
    windows: { 1: { 2: { url: row.address, title: row.title } } },
    tag: [row.tag],
  })),
  tobyJson: json(
    (row, n) => ({ title: String(n), labels: [row.tag], cards: [{ title: row.title, url: row.address }] }),
    lists => ({ version: 3, lists }),
  ),
  goodlinksJson: json(row => ({
    url: row.address,
    title: row.title,
    summary: row.note,
    tags: [row.tag],
    addedAt: row.added,
  })),
  anyboxJson: json(row => ({
    url: row.address,
    title: row.title,
    description: row.note,
    tags: [row.tag],
    folder: row.tag,
    dateAdded: iso(row.added),
  })),
  sessionBuddyJson: json(
    (row, n) => ({
      name: String(n),
      windows: [{ tabs: [{ url: row.address, title: row.title }] }, { tabs: [] }],
    }),
    sessions => ({ sessions }),
  ),
  starredJson: json(
    row => ({
      title: row.title,
      published: row.added,
      canonical: [{ href: row.address }],
      categories: [`user/1/label/${row.tag}`],
    }),
    items => ({ items }),
  ),
  nestmarkJson: json(
    (row, n) => ({
      id: String(n),
      title: row.title,
      address: row.address,
      description: row.note,
      category: 3,
      tags: [row.tag],
      collection: n % 2 ? 'a' : null,
      created_at: row.added * 1000,
    }),
    links => ({
      format: 'nestmark-library',
      version: 1,
      collections: [{ id: 'a', name: 'A', parent: null }],
      links,
      highlights: [],
    }),
  ),
  xbel: list(
    row =>
      `<folder><title>x</title><bookmark href="${xml(row.address)}"><title>${xml(row.title)}</title><desc>${xml(row.note)}</desc></bookmark></folder>`,
    '<xbel>',
    '</xbel>',
  ),
  opml: list(
    row => `<outline type="link" text="${xml(row.title)}" url="${xml(row.address)}"/>`,
    '<opml version="2.0"><body><outline text="x">',
    '</outline></body></opml>',
  ),
  zoteroRdf: list(
    row =>
      `<bib:Document rdf:about="#x"><dc:title>${xml(row.title)}</dc:title><dc:identifier><dcterms:URI><rdf:value>${xml(row.address)}</rdf:value></dcterms:URI></dc:identifier></bib:Document>`,
    '<rdf:RDF xmlns:z="x">',
    '</rdf:RDF>',
  ),
  enex: list(
    row =>
      `<note><title>${xml(row.title)}</title><content><![CDATA[<en-note>${xml(row.note)}</en-note>]]></content><note-attributes><source-url>${xml(row.address)}</source-url></note-attributes></note>`,
    '<en-export>',
    '</en-export>',
  ),
  feedXml: list(
    row =>
      `<item><title>${xml(row.title)}</title><link>${xml(row.address)}</link><description>${xml(row.note)}</description></item>`,
    '<rss><channel>',
    '</channel></rss>',
  ),
  safariPlist: list(
    row =>
      `<dict><key>URLString</key><string>${xml(row.address)}</string><key>URIDictionary</key><dict><key>title</key><string>${xml(row.title)}</string></dict></dict>`,
    '<plist><dict><key>Children</key><array>',
    '</array></dict></plist>',
  ),
  addressList: rows => rows.map(row => `${row.address} | ${line(row.title)}`).join('\n'),
  elinks: rows =>
    ['Folder\t\t0\tF', ...rows.map(row => `${line(row.title)}\t${line(row.address)}\t1\t`)].join('\n'),
  zip: rows =>
    zip({
      'part_000000.csv': writers.pocketCsv(rows.slice(0, 3)),
      'b/a.json': writers.pinboardJson(rows.slice(3)),
      'c.txt': 'x',
    }),
}
