import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { describeEvents, endOf, readFile } from './formats.testing.ts'
import { unpackMozLz4 } from './firefoxFiles.ts'
import { binaryPlist, mozLz4, zip } from './compressed.testing.ts'

describe('IO-03 lists of addresses', () => {
  test.each([
    [
      'OneTab: groups, titles with bars, other schemes',
      'https://bread.example/ | Bread | butter\nchrome-extension://x/y.html | Own\n\nhttps://turf.example/ | \nftp://f.example/ | F\n',
      [
        '= addressList',
        '+ Tabs 1',
        '  Bread | butter <https://bread.example/>',
        '  ! chrome-extension: Own',
        '+ Tabs 2',
        '  https://turf.example/ <https://turf.example/>',
        '  ! ftp: F',
      ],
    ],
    [
      'Markdown: headings are folders',
      '# Food\n\n- [Bread [x]](https://bread.example/a_(b)) #a #b\n## Slow\n* <https://turf.example/>\nwords\n# Other\n[Rye](https://rye.example/ "title")\n',
      [
        '= addressList',
        '+ Food',
        '  Bread [x] <https://bread.example/a_(b)> #a #b',
        '  + Slow',
        '    https://turf.example/ <https://turf.example/>',
        '    ! notAnAddress words',
        '+ Other',
        '  Rye <https://rye.example/>',
      ],
    ],
    [
      'plain addresses, some with titles and tags',
      '\ufeffhttps://bread.example/\r\nwww.turf.example/x  Turf #a\r\n\r\nnothing here\r\nhttps://rye.example/ - Rye',
      [
        '= addressList',
        'https://bread.example/ <https://bread.example/>',
        'Turf <http://www.turf.example/x> #a',
        '! notAnAddress nothing here',
        'Rye <https://rye.example/>',
      ],
    ],
    [
      'bookmarks of qutebrowser: only words at the end are tags',
      'https://bread.example/ Issue #12 · bread\nhttps://turf.example/ Turf #a #b\nhttps://rye.example/\n',
      [
        '= addressList',
        'Issue #12 · bread <https://bread.example/>',
        'Turf <https://turf.example/> #a #b',
        'https://rye.example/ <https://rye.example/>',
      ],
    ],
    [
      'quickmarks of qutebrowser: a name and an address',
      'bread https://bread.example/\nold turf http://turf.example/x?y=z\n',
      ['= addressList', 'bread <https://bread.example/>', 'old turf <http://turf.example/x?y=z>'],
    ],
    [
      'an Internet shortcut',
      '[InternetShortcut]\r\nURL=https://bread.example/\r\nIconIndex=0\r\n',
      ['= addressList', 'https://bread.example/ <https://bread.example/>'],
    ],
    [
      'Org of buku',
      '* [[https://bread.example/][Bread]] :a:b:\n* [[https://turf.example/]]\n',
      [
        '= addressList',
        'Bread <https://bread.example/> #a #b',
        'https://turf.example/ <https://turf.example/>',
      ],
    ],
    [
      'ELinks',
      'Food\t\t0\tFE\nBread\thttps://bread.example/\t1\t\nInner\t\t1\tF\nDeep\thttps://deep.example/\t2\t\n-\t\t0\t\nJs\tjavascript:x\t0\t\nTop\thttps://top.example/\t0\t\n',
      [
        '= elinks',
        '+ Food',
        '  Bread <https://bread.example/>',
        '  + Inner',
        '    Deep <https://deep.example/>',
        '! javascript: Js',
        'Top <https://top.example/>',
        'separators 1',
      ],
    ],
  ])('IO-03 %s', async (_name, file, expected) => {
    expect(describeEvents(await readFile(file))).toEqual(expected)
    expect(describeEvents(await readFile(file, {}, 1))).toEqual(expected)
    expect(describeEvents(await readFile(file.replaceAll('\r\n', '\n').trimEnd()))).toEqual(expected)
    expect(describeEvents(await readFile(new Uint8Array(Buffer.from(`\ufeff${file}`, 'utf16le'))))).toEqual(
      expected,
    )
  })

  test.each([
    ['prose', 'Some words about bread.\nAnd more: https://bread.example/ is there.\nThe end.\n'],
    ['a program', 'import x from "https://x.example/"\nconst a = 1\n'],
    ['a file of settings', 'name: Bread\nurl: https://bread.example/\nhost = https://turf.example/\n'],
    ['a picture', '\u0089PNG\r\n\u001a\n'],
  ])('IO-03 does not read %s as a list', async (_name, file) => {
    expect(endOf(await readFile(file)).verdict).toBe('notBookmarks')
  })
})

const json = JSON.stringify({
  title: '',
  type: 'text/x-moz-place-container',
  root: 'placesRoot',
  children: Array.from({ length: 50 }, (_, n) => ({
    type: 'text/x-moz-place',
    uri: `https://bread.example/${n}`,
    title: 'Bread',
  })),
})

describe('IO-03 compressed files', () => {
  test('IO-03 unpacks the backup of Firefox, and names a damaged one', async () => {
    const file = mozLz4(json)
    expect(file.length).toBeLessThan(json.length / 2)
    const plain = await readFile(json)
    expect(plain).toHaveLength(52)
    expect(await readFile(file)).toEqual(plain)
    expect(await readFile(mozLz4(json, false))).toEqual(plain)
    for (const damaged of [file.slice(0, 300), file.slice(0, 9), file.with(400, 255)])
      expect(endOf(await readFile(damaged))).toMatchObject({
        broken: { reason: expect.stringMatching(/damaged|cutOff/) },
      })
    const bomb = file.slice()
    new DataView(bomb.buffer).setUint32(8, 0xffff_ffff, true)
    expect(endOf(await readFile(bomb))).toMatchObject({ broken: { reason: 'tooLarge' } })
    expect(unpackMozLz4(file, 10)).toBeNull()
  })

  const bookmarks = {
    Children: [
      {
        Title: 'BookmarksBar',
        Children: [{ URLString: 'https://bread.example/', URIDictionary: { title: 'Bröd' } }],
      },
      {
        Title: 'Inner',
        Children: [
          { URLString: 'https://turf.example/', ReadingList: { DateAdded: new Date(1_700_000_000_000) } },
        ],
      },
    ],
  }

  test('IO-03 reads a binary property list of Safari, and ends at a damaged or hostile one', async () => {
    const file = binaryPlist(bookmarks)
    expect(describeEvents(await readFile(file))).toEqual([
      '= safariPlist',
      '+ Favourites',
      '  Bröd <https://bread.example/>',
      '+ Inner',
      '  https://turf.example/ <https://turf.example/> @1700000000 unread',
    ])
    for (let at = 8; at < file.length; at += 3) {
      const events = await readFile(file.with(at, file[at]! ^ 0xff))
      expect(events.at(-1)!.kind).toBe('end')
    }
    expect(endOf(await readFile(file.slice(0, 60)))).toMatchObject({ broken: { reason: 'damaged' } })
    // Each list has the next one twice: 2^60 links.
    type Node = { Title: string; Children: Node[] }
    let node: Node = { Title: 'leaf', Children: [] }
    for (let n = 0; n < 60; n++) node = { Title: String(n), Children: [node, node] }
    expect(endOf(await readFile(binaryPlist(node))).folders).toBe(60)
    expect(describeEvents(await readFile(binaryPlist({ URL: 'https://webloc.example/' })))).toEqual([
      '= safariPlist',
      'https://webloc.example/ <https://webloc.example/>',
    ])
  })

  test('IO-03 I02 a ZIP: reads parts in their order, names pages and unknown files, and does not read passwords', async () => {
    const part = (n: number) =>
      `title,url,time_added,tags,status\nn${n},https://bread.example/${n},1,,unread\n`
    const file = zip({
      'pocket/part_000010.csv': part(10),
      'pocket/part_000002.csv': part(2),
      '__MACOSX/pocket/._part_000002.csv': 'x',
      'pocket/.DS_Store': 'x',
      'pocket/readme.txt': 'Hello',
      'pocket/Passwords.csv': 'Title,URL,Username,Password\nBank,https://bank.example/,a,b\n',
      'pocket/inner.zip': zip({ 'a.csv': part(3) }),
      'pocket/../../etc/part_000011.csv': part(11),
    })
    const events = await readFile(file)
    expect(describeEvents(events)).toEqual([
      '= pocketCsv',
      'n11 <https://bread.example/11> unread',
      '= pocketCsv',
      'n2 <https://bread.example/2> unread',
      '= pocketCsv',
      'n10 <https://bread.example/10> unread',
      '- nested pocket/inner.zip 1',
      '- passwords pocket/Passwords.csv 1',
      '- otherFile pocket/ 1',
    ])
    expect(events.flatMap(event => ('row' in event ? event.row : []))).toEqual([1, 2, 3])
    expect(endOf(events)).toMatchObject({ verdict: 'read', links: 3 })
  })

  test('IO-03 the ZIP of Omnivore has the highlights of its pages', async () => {
    const rows = [
      {
        slug: 'bread',
        url: 'https://bread.example/',
        title: 'Bread',
        state: 'Active',
        labels: [],
        savedAt: '2023-11-14T22:13:20Z',
      },
    ]
    const file = zip({
      'metadata_0_to_20.json': JSON.stringify(rows),
      'content/bread.html': '<p>long</p>',
      'content/turf.html': '<p>long</p>',
      'highlights/bread.md': '> Crust\n> and crumb\n\nwow\n\n> Rye\n',
    })
    expect(describeEvents(await readFile(file))).toEqual([
      '= omnivoreJson',
      'Bread <https://bread.example/> @1700000000 {Crust/and crumb|wow|1}{Rye|1}'.replace('/and', '\nand'),
      '- otherFile content/ 2',
    ])
  })

  test('IO-03 the ZIP of Safari: reads only the bookmarks', async () => {
    const html =
      '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<HTML><H3 FOLDED>Favourites</H3><DL><p><DT><A HREF="https://bread.example/">Bread</A></DL><p></HTML>'
    const file = zip({
      'Safari Export/Bookmarks.html': html,
      'Safari Export/History.json':
        '{"metadata":{"data_type":"history"},"history":[{"url":"https://secret.example/","title":"x"}]}',
      'Safari Export/Passwords.csv':
        'Title,URL,Username,Password,Notes,OTPAuth\nBank,https://bank.example/,a,b,,\n',
      'Safari Export/Extensions.json': '{"extensions":[]}',
    })
    expect(describeEvents(await readFile(file))).toEqual([
      '= bookmarkHtml',
      '+ Favourites',
      '  Bread <https://bread.example/>',
      '- passwords Safari Export/Passwords.csv 1',
      '- otherFile Safari Export/ 2',
    ])
  })

  test('IO-03 F06 a damaged, encrypted, foreign or empty ZIP says so', async () => {
    const csv = `title,url,time_added,tags,status\n${Array.from({ length: 500 }, (_, n) => `n${n},https://bread.example/${n * 7919},1,,\n`).join('')}`
    const file = zip({ 'a.csv': csv })
    expect(endOf(await readFile(file)).links).toBe(500)
    expect(endOf(await readFile(file.slice(0, file.length - 30)))).toMatchObject({
      broken: { reason: 'damaged' },
    })
    const bad = file.slice()
    bad.fill(0xff, 200, 400)
    expect(describeEvents(await readFile(bad))).toContain('- unreadable a.csv 1')
    const encrypted = zip({ 'a.csv': csv }, 1)
    expect(describeEvents(await readFile(encrypted))).toContain('- unreadable a.csv 1')
    expect(endOf(await readFile(zip({ 'a.png': 'x' })))).toMatchObject({
      verdict: 'notBookmarks',
      fileKind: 'zip',
    })
    expect(endOf(await readFile(zip({})))).toMatchObject({ verdict: 'empty' })
    expect(deflateRawSync(csv).length).toBeLessThan(file.length)
  })
})

test('IO-03 I02 quickly reads texts that make expressions slow', async () => {
  const long = 400_000
  const cell = (text: string) =>
    `title,url,tags,description,comments,annotations,created_at\nBread,https://bread.example/,a,x,,"${text}",\n`
  const files = [
    cell('\n'.repeat(long)),
    cell(`Highlight: a${' '.repeat(long)}b`),
    `Title,URL,Document tags,Saved date,Location\nBread,https://bread.example/,"['${'a'.repeat(long)}",,later\n`,
    `- ${'['.repeat(long)}\nhttps://bread.example/\nhttps://bread.example/\n`,
    `- [a](b)${'[a]('.repeat(long / 4)}\nhttps://bread.example/\nhttps://bread.example/\n`,
    `# a${' '.repeat(long)}b\nhttps://bread.example/\n`,
    `<en-export><note><title>Bread</title><content>${'<!DOCTYPE'.repeat(long / 9).replaceAll('<', '&lt;')}</content></note></en-export>`,
    `<en-export><note><title>Bread</title><content>${'<div>'.repeat(long / 5).replaceAll('<', '&lt;')}</content></note></en-export>`,
    `<xbel>${'<folder>'.repeat(1900)}${'</x>'.repeat(long / 4)}`,
    `${' '.repeat(long)}https://bread.example/`,
  ]
  for (const file of files) expect(endOf(await readFile(file, {}, 65_536)).kind).toBe('end')
})
