import { describe, expect, test } from 'vitest'
import { describeEvents, endOf, readFile } from '../formats.testing.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
/** A file of each format, made after the facts about it, and what it has. */
const files: [file: string, expected: string[]][] = [
  [
    `${head}<!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XBEL 1.0//EN" "http://x.example/xbel.dtd">
<xbel version="1.0"><title>All</title><folder id="1" added="2023-11-14T22:13:20Z"><title>Food</title><desc>About</desc>
<bookmark href="https://bread.example/?a=1&amp;b=2" added="2023-11-14T22:13:20Z"><title>Bread &amp; <![CDATA[<butter>]]></title><desc>two
lines</desc></bookmark><separator/><folder><title>Empty</title></folder></folder><alias ref="x"/>
<bookmark href="https://turf.example/"/></xbel>`,
    [
      '= xbel',
      '+ Food "About"',
      '  Bread & <butter> <https://bread.example/?a=1&b=2> @1700000000 "two/lines"',
      '  + Empty',
      'https://turf.example/ <https://turf.example/>',
      'separators 1',
    ],
  ],
  [
    `${head}<opml version="2.0"><head><title>Feeds</title></head><body><outline text="News"><outline type="rss" text="Bread" xmlUrl="https://bread.example/feed" htmlUrl="https://bread.example/"/>
<outline type="rss" text="Only feed" xmlUrl="https://turf.example/feed" htmlUrl=""/></outline><outline type="link" text="A &amp;amp; B" url="https://link.example/"/><outline type="rss" text="Nothing"/></body></opml>`,
    [
      '= opml',
      '+ News',
      '  Bread <https://bread.example/> feed=https://bread.example/feed',
      '  Only feed <https://turf.example/feed>',
      'A & B <https://link.example/>',
      '! empty Nothing',
    ],
  ],
  [
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dc="x" xmlns:dcterms="y" xmlns:bib="b">
<bib:Document rdf:about="https://bread.example/"><z:itemType>webpage</z:itemType><dc:title>Bread</dc:title><dcterms:abstract>About</dcterms:abstract><dcterms:dateSubmitted>2023-11-14 22:13:20</dcterms:dateSubmitted>
<dc:subject>a</dc:subject><dc:subject><z:AutomaticTag><rdf:value>auto</rdf:value></z:AutomaticTag></dc:subject><dcterms:isReferencedBy rdf:resource="#n1"/><dc:identifier><dcterms:URI><rdf:value>https://bread.example/x</rdf:value></dcterms:URI></dc:identifier></bib:Document>
<bib:Memo rdf:about="#n1"><rdf:value>&lt;p&gt;mine&lt;/p&gt;</rdf:value></bib:Memo><z:Attachment rdf:about="#a1"><dc:title>file</dc:title></z:Attachment>
<bib:Article rdf:about="#item_7"><dc:title>Rye</dc:title><dc:identifier>DOI 10.1000/rye</dc:identifier><bib:Journal><dc:title>Journal</dc:title></bib:Journal></bib:Article><bib:Book rdf:about="#b"><dc:title>Book</dc:title></bib:Book>
<z:Collection rdf:about="#c1"><dc:title>Food</dc:title><dcterms:hasPart rdf:resource="https://bread.example/"/></z:Collection></rdf:RDF>`,
    [
      '= zoteroRdf',
      '+ Food',
      '  Bread <https://bread.example/x> #a #auto @1700000000 "About//mine"',
      'Rye <https://doi.org/10.1000/rye>',
      '! empty Book',
    ],
  ],
  [
    `${head}<!DOCTYPE en-export SYSTEM "http://x.example/evernote.dtd"><en-export><note><title>Bread</title><content><![CDATA[<?xml version="1.0"?><!DOCTYPE en-note SYSTEM "x.dtd"><en-note><div>one</div><div>two</div></en-note>]]></content>
<created>20231114T221320Z</created><tag>a</tag><note-attributes><source-url>https://bread.example/</source-url></note-attributes></note><note><title>Thought</title><content></content></note></en-export>`,
    ['= enex', 'Bread <https://bread.example/> #a @1700000000 "one/two"', 'Thought <> "Thought"'],
  ],
  [
    `${head}<rss version="2.0"><channel><title>Diigo of ada</title><item><title>Bread</title><link>https://bread.example/</link><pubDate>Tue, 14 Nov 2023 22:13:20 +0000</pubDate><category>a</category><description><![CDATA[<ul><li>Crust<ul><li>wow</li></ul></li></ul>]]></description></item></channel></rss>`,
    ['= feedXml', 'Bread <https://bread.example/> #a @1700000000 {Crust|wow|1}'],
  ],
  [
    `${head}<feed xmlns="http://www.w3.org/2005/Atom"><title>Links</title><entry><title>Bread</title><link rel="self" href="https://no.example/"/><link href="https://bread.example/"/><updated>2023-11-14T22:13:20Z</updated><summary>About</summary><category term="a"/></entry></feed>`,
    ['= feedXml', 'Bread <https://bread.example/> #a @1700000000 "About"'],
  ],
  [
    `${head}<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd"><plist version="1.0"><dict><key>Children</key><array>
<dict><key>Title</key><string>History</string><key>WebBookmarkType</key><string>WebBookmarkTypeProxy</string></dict>
<dict><key>Children</key><array><dict><key>URIDictionary</key><dict><key>title</key><string>Bread &amp; butter</string></dict><key>URLString</key><string>https://bread.example/</string><key>WebBookmarkType</key><string>WebBookmarkTypeLeaf</string></dict></array><key>Title</key><string>BookmarksBar</string></dict>
<dict><key>Title</key><string>com.apple.ReadingList</string><key>Children</key><array><dict><key>ReadingList</key><dict><key>DateAdded</key><date>2023-11-14T22:13:20Z</date><key>PreviewText</key><string>About</string></dict><key>URLString</key><string>https://turf.example/</string><key>URIDictionary</key><dict><key>title</key><string>Turf</string></dict></dict></array></dict>
</array><key>Title</key><string></string></dict></plist>`,
    [
      '= safariPlist',
      '+ Favourites',
      '  Bread & butter <https://bread.example/>',
      '+ Reading List',
      '  Turf <https://turf.example/> @1700000000 unread "About"',
    ],
  ],
]
const named = files.map(([file, expected]) => [expected[0]!.slice(2), file, expected] as const)

describe('IO-03 XML', () => {
  test.each(named)(
    'IO-03 reads %s, also with other line ends, as UTF-16, and byte by byte',
    async (_id, file, expected) => {
      expect(describeEvents(await readFile(file))).toEqual(expected)
      expect(describeEvents(await readFile(file.replaceAll('\n', '\r\n')))).toEqual(expected)
      expect(describeEvents(await readFile(`\ufeff${file}`, {}, 1))).toEqual(expected)
      expect(describeEvents(await readFile(new Uint8Array(Buffer.from(`\ufeff${file}`, 'utf16le'))))).toEqual(
        expected,
      )
      // Without its declaration, and with a comment and an unknown element.
      const odd = file.replace(head, '').replace(/(<[a-zA-Z][^>]*>)/, '<!-- a > b -->$1<unknown>x</unknown>')
      const lines = describeEvents(await readFile(odd))
      expect(lines.slice(0, 1)).toEqual(expected.slice(0, 1))
    },
  )

  test.each(named)(
    'IO-03 %s: a file that breaks off says so, and the reader returns what came before',
    async (_id, file, expected) => {
      const cut = file.slice(0, file.lastIndexOf('</'))
      const lines = describeEvents(await readFile(cut))
      expect(lines.slice(0, 2)).toEqual(expected.slice(0, 2))
      expect(endOf(await readFile(cut))).toMatchObject({ broken: { reason: 'cutOff' } })
    },
  )

  test.each(named)(
    'IO-03 I01 %s: a document type that declares entities ends the reading',
    async (_id, file) => {
      const evil = '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>\n'
      const end = endOf(await readFile(evil + file.replace(head, '').replace(/<!DOCTYPE[^>]*>/, '')))
      expect(end).toMatchObject({ links: 0, broken: { reason: 'documentType' } })
    },
  )

  test('IO-03 I02 deep and wide XML ends without an error', async () => {
    const deep = `<xbel>${'<folder>'.repeat(20_000)}`
    const end = endOf(await readFile(deep, { maxDepth: 10 }, 50_000))
    expect(end).toMatchObject({ folders: 10, broken: { reason: 'tooDeep' } })
    const plist = `<plist><dict><key>Children</key>${'<array>'.repeat(20_000)}`
    expect(endOf(await readFile(plist, {}, 50_000))).toMatchObject({ broken: { reason: 'tooDeep' } })
  })
})
