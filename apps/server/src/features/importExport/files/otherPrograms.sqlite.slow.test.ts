import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { createCollection, deleteCollection, getTree } from '@nestmark/contract/collections'
import { saveLink } from '@nestmark/contract/links/links'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../../test/support/app.ts'
import { signIn } from '../../../test/support/people.ts'
import { exportText } from './files.testing.ts'

/**
 * The bookmark file in the programs that people take it to, as Debian has them. docs/formats.md has a table of what each keeps.
 * Tests of programs that are missing are skipped.
 */

// A browser may take long to start.
vi.setConfig({ testTimeout: 180_000 })

const run = promisify(execFile)
const has = (command: string, ...parts: string[]) => spawnSync(command, parts).status === 0
const hasBuku = has('buku', '--nostdin', '--version')
const hasFirefox = has('firefox-esr', '--version')
/** Debian's Chromium imports this file at its first start. A separate mount replaces it. */
const firstBookmarks = '/usr/share/chromium/initial_bookmarks.html'
const hasChromium = has('chromium', '--version') && has('unshare', '-rm', 'test', '-f', firstBookmarks)
const python = '/usr/bin/python3'
const importer = '/usr/share/qutebrowser/scripts/importer.py'
const hasQutebrowser = has(python, importer, '--help') && has(python, '-c', 'import bs4')

const address = 'https://loose.example/?a=1&b=2&section=3&copy=4'
const title = `Reeds & "rushes" <b>'s é 🪺`
/** The tree of the library: paths of collections and titles, with the addresses. */
const tree = [
  [title, address],
  ['Birds & co / Herons / Grey', 'https://grey.example/%C3%A9?q=100%25'],
  ['Birds & co / Herons / Note', expect.stringMatching(/\/l\/[\w-]+$/)],
  ['Birds & co / Robin', 'https://robin.example/'],
]
const seconds = 1_700_000_000

let app: TestApp
let folder: string
let file: string

beforeAll(async () => {
  app = await startApp()
  const ada = await signIn(app, 'ada', 2)
  for (const { _id } of (await ada.call(getTree, {})).children)
    await ada.call(deleteCollection, { folder_id: _id })
  app.clock.now = seconds * 1000
  const create = async (name: string, parent?: string) =>
    (await ada.call(createCollection, { name, ...(parent !== undefined && { parent }) }))._id
  const birds = await create('Birds & co')
  const herons = await create('Herons', birds)
  await create('Empty')
  const save = (form: object) => ada.call(saveLink, { category: 3, ...form } as never)
  await save({ name: title, link: address, desc: 'Two\nlines & <more>', tags: ['One', 'two words'] })
  await save({ name: 'Robin', link: 'https://robin.example/', parent: birds })
  await save({ name: 'Grey', link: 'https://grey.example/%C3%A9?q=100%25', parent: herons })
  await save({ name: 'Note', desc: 'Only words', category: 4, parent: herons })
  folder = await mkdtemp(join(tmpdir(), 'programs-'))
  file = join(folder, 'bookmarks.html')
  await writeFile(file, await exportText(app, ada))
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true, maxRetries: 5 })
})

/** Starts a program, waits until it has what it needs, and ends it. */
async function until(command: string, parts: string[], isDone: () => Promise<boolean>): Promise<void> {
  const program = spawn(command, parts, { stdio: 'ignore', env: { ...process.env, HOME: folder } })
  const ended = new Promise(resolve => program.once('exit', resolve))
  try {
    await expect.poll(() => isDone().catch(() => false), { timeout: 120_000, interval: 500 }).toBe(true)
  } finally {
    program.kill('SIGTERM')
    await ended
  }
}

const byPath = ([a]: unknown[], [b]: unknown[]) => (String(a) < String(b) ? -1 : 1)
const sorted = tree.toSorted(byPath)

test.skipIf(!hasChromium)('IO-02 Chromium keeps folders, titles, addresses and dates', async () => {
  interface Node {
    name: string
    url?: string
    date_added: string
    children?: Node[]
  }
  const profile = join(folder, 'chromium')
  const path = join(profile, 'Default/Bookmarks')
  const read = async () =>
    (JSON.parse(await readFile(path, 'utf8')) as { roots: Record<string, Node> }).roots.bookmark_bar
      ?.children ?? []
  const start = `mount --bind '${file}' ${firstBookmarks} && exec chromium --no-sandbox --ozone-platform=headless --disable-gpu --user-data-dir='${profile}' about:blank`
  await until('unshare', ['-rm', 'sh', '-c', start], async () => (await read()).length > 0)
  const walk = (nodes: Node[], above: string[]): [string, string, string][] =>
    nodes.flatMap(({ name, url, date_added: added, children = [] }) =>
      url === undefined ? walk(children, [...above, name]) : [[[...above, name].join(' / '), url, added]],
    )
  const found = walk(await read(), [])
  expect(found.map(([name, url]) => [name, url]).toSorted(byPath)).toEqual(sorted)
  // Microseconds since 1601.
  expect(found[0]?.[2]).toBe(`${seconds + 11_644_473_600}000000`)
  // Empty folders are dropped.
  expect((await read()).map(each => each.name)).toEqual([title, 'Birds & co'])
})

test.skipIf(!hasFirefox)('IO-02 Firefox keeps folders, titles, addresses, tags and dates', async () => {
  interface Row {
    id: number
    parent: number
    title: string | null
    url: string | null
    dateAdded: number
  }
  const profile = join(folder, 'firefox')
  await mkdir(profile)
  await writeFile(join(profile, 'bookmarks.html'), await readFile(file))
  const settings = {
    'browser.places.importBookmarksHTML': true,
    'browser.bookmarks.file': join(profile, 'bookmarks.html'),
    // Otherwise nobody else reads its database.
    'storage.sqlite.exclusiveLock.enabled': false,
  }
  const lines = Object.entries(settings).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const read = (): Row[] => {
    const db = new DatabaseSync(join(profile, 'places.sqlite'), { readOnly: true })
    try {
      const rows = db.prepare(
        'select b.id, b.parent, b.title, p.url, b.dateAdded from moz_bookmarks b left join moz_places p on p.id = b.fk',
      )
      return rows.all() as unknown as Row[]
    } finally {
      db.close()
    }
  }
  const parts = ['--headless', '--no-remote', '--profile', profile, 'about:blank']
  await until(
    'firefox-esr',
    parts,
    async () => read().filter(row => row.url !== null).length >= tree.length + 2,
  )
  const rows = read()
  const byId = new Map(rows.map(row => [row.id, row]))
  const pathOf = (row: Row): string[] => {
    const above = byId.get(row.parent)
    return [...(above && above.parent !== 0 && above.title !== 'menu' ? pathOf(above) : []), row.title ?? '']
  }
  const links = rows.filter(row => row.url !== null).map(row => [pathOf(row).join(' / '), row.url])
  expect(links.filter(([path]) => !path?.startsWith('tags / ')).toSorted(byPath)).toEqual(sorted)
  expect(links.filter(([path]) => path?.startsWith('tags / ')).toSorted(byPath)).toEqual([
    ['tags / One / ', address],
    ['tags / two words / ', address],
  ])
  expect(rows.some(row => row.title === 'Empty')).toBe(true)
  expect(rows.find(row => row.title === 'Robin')?.dateAdded).toBe(seconds * 1_000_000)
})

test.skipIf(!hasBuku)('IO-02 buku keeps titles, addresses, tags and notes; folders become tags', async () => {
  await run('buku', ['--nostdin', '--tacit', '-i', file], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: join(folder, 'data') },
  })
  const db = new DatabaseSync(join(folder, 'data/buku/bookmarks.db'), { readOnly: true })
  const rows = db.prepare('select metadata, URL as url, tags, desc from bookmarks').all()
  db.close()
  expect(rows.map(row => [row.metadata, row.url]).toSorted(byPath)).toEqual(
    tree
      .map(([path, url]) => [path === title ? title : String(path).split(' / ').at(-1), url])
      .toSorted(byPath),
  )
  const of = (name: string) => rows.find(row => row.metadata === name)
  expect(of(title)).toMatchObject({ tags: ',one,two words,', desc: 'Two\nlines & <more>' })
  expect(String(of('Grey')?.tags)).toContain('herons')
})

test.skipIf(!hasQutebrowser)('IO-02 qutebrowser keeps titles and addresses', async () => {
  const { stdout } = await run(python, [importer, '-b', file])
  const found = stdout
    .trim()
    .split('\n')
    .map(line => line.replace(/^(\S+) (.*)$/, '$2\n$1').split('\n'))
  expect(found.toSorted(byPath)).toEqual(
    tree
      .map(([path, url]) => [path === title ? title : String(path).split(' / ').at(-1), url])
      .toSorted(byPath),
  )
})
