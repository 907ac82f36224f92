import type { FormatId } from './formatId.ts'
import { jsonWriters } from './json/jsonWriters.testing.ts'
import { zip } from './compressed.testing.ts'
import { csv, iso, line, list, type Write, xml } from './testRows.testing.ts'

export type { TestRow } from './testRows.testing.ts'

/** Writes random rows in each format, as its program does. A database has a separate test. */
export const writers: Record<Exclude<FormatId, 'firefoxPlaces'>, Write> = {
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
  ...jsonWriters,
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
