import { expect, test } from 'vitest'
import type { LibraryCollection } from '../libraryFile/schema.ts'
import type { WrittenLink } from './linkFile.ts'
import { type LinkFormat, linkFormats } from './linkFormats.ts'

const time = Date.UTC(2026, 0, 2, 3, 4, 5)
const link: WrittenLink = {
  id: 'a',
  collection: null,
  path: ['Birds', 'Herons'],
  page: 'https://nestmark.example/l/a',
  isCover: false,
  hasFile: false,
  title: 'Grey heron',
  address: 'https://herons.example/grey',
  description: '',
  description_shown: true,
  private_note: '',
  category: 3,
  sub_category: null,
  tags: [],
  favourite: false,
  favourite_at: null,
  checklist: [],
  picture: '',
  public: false,
  files: [],
  created_at: time,
  updated_at: time,
}
const folder: LibraryCollection = {
  id: 'f',
  name: 'Birds',
  path: ['Birds'],
  parent: null,
  position: 0,
  description: '',
  favourite: false,
  favourite_at: null,
  cover: null,
  created_at: time,
  updated_at: time,
}

/** Writes a file with one collection of these links. */
function write(format: LinkFormat, links: readonly Partial<WrittenLink>[]): string {
  const head = { title: 'Nestmark', server: 'https://nestmark.example', at: time, collections: [folder] }
  const writer = linkFormats[format].open(head)
  const rows = links.map(each => writer.link({ ...link, ...each }, 1))
  return [writer.start(), writer.folder(folder, 0), ...rows, writer.folderEnd(0), writer.end()].join('')
}

test('X04 never turns what people type into HTML or Markdown', () => {
  const hostile = { title: '](javascript:1) <b>_x_</b>\n# Head', description: '<script>alert(1)</script>' }
  expect(write('markdown', [hostile])).toContain(
    '- [\\](javascript:1) \\<b\\>\\_x\\_\\</b\\> \\# Head](https://herons.example/grey)\n\n  \\<script\\>alert(1)\\</script\\>\n',
  )
  expect(write('markdown', [{ address: 'https://herons.example/a (b)<c>' }])).toContain(
    '](https://herons.example/a%20%28b%29%3Cc%3E)',
  )
  expect(write('html', [hostile])).not.toMatch(/<script|<b>/)
})

test('X04 writes no cell of CSV as a formula, in any column', () => {
  const csv = write('csv', [
    { title: '=1+1', description: '+A1', private_note: '@x', tags: ['-1'], path: ['=2'], picture: '\tx' },
  ])
  expect(csv).toContain(`"a","'=1+1","'@x","'+A1","https://herons.example/grey","'=2","'-1"`)
  expect(csv).toContain(`"'\tx","false"`)
})

test('IO-02 writes one address on a line, and leaves out notes without one', () => {
  expect(write('addresses', [{}, { address: '' }, { address: 'https://b.example/' }])).toBe(
    'https://herons.example/grey\nhttps://b.example/\n',
  )
})

test('IO-02 JSON has a line for each collection and link, and no field of the page', () => {
  const lines = write('json', [{}, { id: 'b' }]).split('\n')
  expect(lines).toHaveLength(9)
  expect(lines[0]).toMatch(/^\{"format":"nestmark-library","version":1,/)
  const file = JSON.parse(lines.join('\n'))
  expect(file).toMatchObject({ format: 'nestmark-library', version: 1, exported_at: time })
  expect(file.links).toHaveLength(2)
  expect(file.links[1]).not.toHaveProperty('page')
  expect(JSON.parse(write('json', []))).toMatchObject({ links: [] })
})

test('IO-02 checklists and tags stay readable in Markdown', () => {
  const checklist = [
    { text: 'Sticks', done: true },
    { text: 'Down\nand moss', done: false },
  ]
  expect(write('markdown', [{ checklist, tags: ['still water', 'a#b'] }])).toContain(
    '#still-water #a-b\n  - [x] Sticks\n  - [ ] Down and moss\n',
  )
})
