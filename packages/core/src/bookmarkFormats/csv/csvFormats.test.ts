import { describe, expect, test } from 'vitest'
import { describeEvents, endOf, readFile } from '../formats.testing.ts'

/** A file of each format, made after the facts about it, and what it has. */
const files: [file: string, expected: string[]][] = [
  [
    'title,url,time_added,tags,status\nBread,https://bread.example/,1700000000,slow food|flour,archive\nhttps://a.example/,https://a.example/,1700000001,,unread',
    [
      '= pocketCsv',
      'Bread <https://bread.example/> #slow food #flour @1700000000 archived',
      'https://a.example/ <https://a.example/> @1700000001 unread',
    ],
  ],
  [
    'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\r\n' +
      '1,Bread,"my\nnote",About bread,https://bread.example/,Food / Slow/Fast,"a, b",2023-11-14T22:13:20.000Z,https://c.example/x.png,"Highlight:Crust\nColor:blue\nNote:wow",true\r\n' +
      '2,Turf,,,https://turf.example/,Unsorted,,1700000000,,,false\r\n' +
      '3,Rye,,,https://rye.example/,Food/Rye,,,,,false\r\n',
    [
      '= raindropCsv',
      '+ Food',
      '  + Slow/Fast',
      '    Bread <https://bread.example/> #a #b @1700000000 fav image=https://c.example/x.png "my/note//About bread" {Crust|wow|2}',
      'Turf <https://turf.example/> @1700000000',
      '+ Food',
      '  + Rye',
      '    Rye <https://rye.example/>',
    ],
  ],
  [
    'URL,Title,Selection,Folder,Timestamp,Tags\r\nhttps://bread.example/,Bread,"He said ""wait""",Starred,1700000000,"[""flour"",""slow food""]"\r\n' +
      'instapaper-private://email/1,Mail,The text,Unread,1700000000,\r\nhttpss://typo.example/,Typo,,Cooking,0,[]\r\nhttps://old.example/,,,Archive,,\r\n',
    [
      '= instapaperCsv',
      'Bread <https://bread.example/> #flour #slow food @1700000000 fav "He said "wait""',
      'Mail <> @1700000000 unread "The text//instapaper-private://email/1"',
      '+ Cooking',
      '  Typo <https://typo.example/>',
      'https://old.example/ <https://old.example/> archived',
    ],
  ],
  [
    'title,url,tags,description,comments,annotations,created_at\nBread,https://bread.example/,"a,b",About,,"Highlight: Crust\nComment: wow\nHighlight: Crumb",2023-11-14 22:13:20\n',
    ['= diigoCsv', 'Bread <https://bread.example/> #a #b @1700000000 "About" {Crust|wow|1}{Crumb|1}'],
  ],
  [
    'Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,Highlight Count,Last Interaction Date,File Id\r\n' +
      'Bread,Ann,The Oven,https://bread.example/,a;b,100,False,TRUE,True,0,2023-11-14 22:13:20,1\r\nLetter,Bob,News,,,5,True,False,False,0,,2\r\n',
    [
      '= matterCsv',
      'Bread <https://bread.example/> #a #b @1700000000 fav archived',
      'Letter <> unread "Bob, News"',
    ],
  ],
  [
    'Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\n' +
      `Bread,https://bread.example/,x,"['slow food','b\\'s']",2023-11-14 22:13:20+00:00,100,archive,True\n` +
      'News,https://news.example/,y,[],2023-11-14 22:13:20.123456+00:00,0,feed,False\nLate,https://late.example/,z,,,,later,False\n',
    [
      '= readerCsv',
      "Bread <https://bread.example/> #slow food #b's @1700000000 archived",
      '! unsaved News',
      'Late <https://late.example/> unread',
    ],
  ],
  [
    'Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags\r\n' +
      'Crust,Bread,bread.example,,wow,yellow,a,,1,2023-11-14 22:13:20+00:00,food\r\nSod,Turf,,,,,,,,,\r\nCrumb,Bread,bread.example,,,blue,,,2,,food\r\n',
    [
      '= readwiseCsv',
      'Bread <> #a #food @1700000000 "bread.example//> Crust/wow//> Crumb"',
      'Turf <> "> Sod"',
    ],
  ],
  [
    'id,type,title,url,content,note,tags,created\n1,WebPage,Bread,https://bread.example/,,mine,"a,b",2023-11-14T22:13:20Z\n2,Note,,,A thought,,,\n3,Image,Photo,,,,,\n',
    [
      '= mymindCsv',
      'Bread <https://bread.example/> #a #b @1700000000 "mine"',
      ' <> "A thought"',
      '! upload Photo',
    ],
  ],
  [
    '"Key","Item Type","Title","DOI","Url","Abstract Note","Date Added","Notes","Manual Tags","Automatic Tags"\n' +
      '"K","journalArticle","Bread","","https://bread.example/","About","2023-11-14 22:13:20","<p>one</p><p>two</p>","a; b","c"\n' +
      '"L","journalArticle","Rye","10.1000/rye.1","","","","","",""\n"M","book","Book","","","","","","",""\n',
    [
      '= zoteroCsv',
      'Bread <https://bread.example/> #a #b #c @1700000000 "About//one/two"',
      'Rye <https://doi.org/10.1000/rye.1>',
      '! empty Book',
    ],
  ],
  [
    'Title,Note,URL,Tags,Comment\n,,,,\nOven,good,https://maps.example/oven,,hot\n',
    ['= googleSavedCsv', 'Oven <https://maps.example/oven> "good//hot"'],
  ],
  [
    'id,permalink\nabc,/r/bread/comments/abc/\n',
    [
      '= redditCsv',
      'https://www.reddit.com/r/bread/comments/abc/ <https://www.reddit.com/r/bread/comments/abc/>',
    ],
  ],
  [
    'Name;Link;Folder;Mood\nBread;https://bread.example/;Food;happy\nRye;;Food;\n',
    ['= csv', '- column mood 1', '+ Food', '  Bread <https://bread.example/>', '  ! empty Rye'],
  ],
]
const idOf = (expected: readonly string[]) => expected[0]!.slice(2)

describe('IO-03 tables', () => {
  test.each(files.map(([file, expected]) => [idOf(expected), file, expected] as const))(
    'IO-03 reads %s, also with a byte order mark, other line ends, as UTF-16, and byte by byte',
    async (_id, file, expected) => {
      expect(describeEvents(await readFile(file))).toEqual(expected)
      expect(describeEvents(await readFile(`\ufeff${file}`))).toEqual(expected)
      // Line ends inside cells become those of the notes.
      const lines = file.replaceAll('\r\n', '\n')
      expect(describeEvents(await readFile(lines.replaceAll('\n', '\r\n')))).toEqual(expected)
      expect(describeEvents(await readFile(new Uint8Array(Buffer.from(`\ufeff${file}`, 'utf16le'))))).toEqual(
        expected,
      )
      expect(describeEvents(await readFile(file.trimEnd(), {}, 1))).toEqual(expected)
      expect(endOf(await readFile(file)).lines).toBeGreaterThan(1)
    },
  )

  test.each(files.map(([file, expected]) => [idOf(expected), file, expected] as const))(
    'IO-03 %s: names a row with a quote that never closes, and loses no other',
    async (_id, file, expected) => {
      const [first] = file.split(/\r?\n/, 1)
      const columns = first!.split(/[,;]/).length
      const row = `"lost https://lost.example/${','.repeat(columns - 1)}\n`
      const events = await readFile(`${file.trimEnd()}\n${row}`)
      const named = expect.stringMatching(/! unclearQuotes .*lost\.example/)
      // Those of a book are added at the end.
      expect(describeEvents(events)).toEqual(expect.arrayContaining([...expected, named]))
      expect(describeEvents(events)).toHaveLength(expected.length + 1)
    },
  )

  test('IO-03 odd cells: quotes inside, line breaks, more and fewer cells, NUL, dates of every kind', async () => {
    const file = [
      'title,url,time_added,tags,status',
      'A "quoted" word,https://a.example/,1700000000000,,',
      '"two\nlines",https://b.example/,2023-11-14T22:13:20+0100,,',
      '"in "the" middle", https://c.example/ ,nonsense,,',
      'short,https://d.example/',
      'Bread, butter and jam,https://lost.example/,1700000000,a,unread',
      'nul\0,https://e.example/,0,,',
      ',,,,',
      'no scheme,f.example/x,,,',
      'js,javascript:alert(1),,,',
      'no address,not an address,,,',
    ].join('\n')
    expect(describeEvents(await readFile(file))).toEqual([
      '= pocketCsv',
      'A "quoted" word <https://a.example/> @1700000000',
      'two lines <https://b.example/> @1699996400',
      'in "the" middle <https://c.example/>',
      'short <https://d.example/>',
      '! cells Bread, butter and jam, https://lost.example/, 1700000000, a, unread',
      'nul <https://e.example/>',
      '! empty ',
      'no scheme <http://f.example/x>',
      '! javascript: js',
      '! notAnAddress no address',
    ])
  })

  test('IO-03 recognises the older first lines of Instapaper, Matter and Pocket', async () => {
    const cases = [
      ['URL,Title,Selection,Folder\nhttps://a.example/,A,,Unread\n', 'instapaperCsv'],
      ['URL,Title,Selection,Folder,Timestamp\nhttps://a.example/,A,,Unread,1\n', 'instapaperCsv'],
      [
        'Title,Author,Publisher,URL,Word Count,In Queue,Read,Saved\nA,,,https://a.example/,1,True,False,\n',
        'matterCsv',
      ],
      ['title,url,time_added,cursor,tags,status\nA,https://a.example/,1,x,,unread', 'pocketCsv'],
      ['url,folder,title,note,tags,created\nhttps://a.example/,,A,,,\n', 'raindropCsv'],
    ] as const
    for (const [file, format] of cases)
      expect(describeEvents(await readFile(file)).map(line => line.replace(/ (?:unread|@\d+)/g, ''))).toEqual(
        [`= ${format}`, 'A <https://a.example/>'],
      )
  })

  test('IO-03 I02 a hostile table of open quotes ends soon, and the report names each row', async () => {
    const rows = 3000
    const file = `title,url,time_added,tags,status\n${Array.from({ length: rows }, (_, n) => `"x${n},https://a.example/${n},,,\n`).join('')}`
    const end = endOf(await readFile(file, {}, 60_000))
    expect(end.bad + end.links).toBeGreaterThan(rows / 2 - 1)
  })

  test('IO-03 does not read a table with passwords', async () => {
    const end = endOf(await readFile('name,url,username,password\nBank,https://bank.example/,ada,secret\n'))
    expect(end).toMatchObject({ verdict: 'notBookmarks', fileKind: 'passwords', links: 0 })
  })
})
