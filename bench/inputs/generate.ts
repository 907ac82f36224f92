import { Random, foreignWords, words } from './random.ts'

/**
 * A generated library as a bookmark file. The same seed gives the same bytes, so that different runs and different
 * products are measured with the same data.
 *
 * Folders are at most 5 deep with about 40 links each; one folder, 'Bench Folder' at depth 5, has exactly 50 links.
 * Links have about 3 tags each, few of them common, and titles in nine scripts; every third link has a note. The word
 * 'guide' occurs in about a tenth of the titles, 'quokka' in exactly 7.
 */
export interface Shape {
  links: number
  /** About one per 40 links by default. */
  folders?: number
  seed?: number
}

interface GeneratedLink {
  url: string
  title: string
  tags: string[]
  note: string
  date: number
}

interface GeneratedFolder {
  depth: number
  name: string
  date: number
  folders: GeneratedFolder[]
  links: GeneratedLink[]
}

export const probe = { common: 'guide', rare: 'quokka', folder: 'Bench Folder', linksInFolder: 50 }

/** Yields the bookmark file in chunks. */
function* bookmarkFile({ links, folders = Math.max(10, Math.floor(links / 40)), seed = 42 }: Shape) {
  const random = new Random(seed)
  const root: GeneratedFolder = { depth: 0, name: '', date: 0, folders: [], links: [] }
  const { all, bench } = makeFolders(random, root, folders)
  const others = all.filter(folder => folder !== bench)
  const tags = tagNames(links)
  const rare = new Set<number>()
  while (rare.size < Math.min(7, links)) rare.add(random.below(links))
  for (let at = 0; at < links; at++) {
    const link = makeLink(random, at, links, tags, rare.has(at))
    const folder = at < probe.linksInFolder ? bench : random.share() < 0.03 ? root : random.of(others)
    folder.links.push({ ...link, date: 1.4e9 + random.below(3.6e8) })
  }
  yield '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n'
  yield '<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n'
  yield* writeFolder(root, 1)
  yield '</DL><p>\n'
}

/** Returns the bookmark file as one buffer. */
export function bookmarkBytes(shape: Shape): Buffer {
  return Buffer.from([...bookmarkFile(shape)].join(''))
}

/** Creates all folders below the root, among them the one for the benchmarks. */
function makeFolders(
  random: Random,
  root: GeneratedFolder,
  count: number,
): { all: GeneratedFolder[]; bench: GeneratedFolder } {
  const all: GeneratedFolder[] = []
  const make = (parent: GeneratedFolder, name: string) => {
    const date = 1.3e9 + random.below(4e8)
    const folder = { depth: parent.depth + 1, name, date, folders: [], links: [] }
    parent.folders.push(folder)
    all.push(folder)
    return folder
  }
  let deepest = root
  for (let level = 1; level <= 4; level++) deepest = make(deepest, `Level ${level}`)
  const levels = [...all]
  const bench = make(deepest, probe.folder)
  while (all.length < count) {
    let parent = random.share() < 0.08 ? root : random.of(all)
    if (parent === bench || parent.depth >= 5) parent = random.of(levels)
    const prefix = random.share() < 0.3 ? `${random.foreignWord()} ` : ''
    make(parent, `${prefix}${random.word()} ${all.length}`)
  }
  return { all, bench }
}

function tagNames(links: number): string[] {
  const count = Math.max(200, Math.min(2000, Math.floor(links / 50)))
  return Array.from({ length: count }, (_, at) => {
    const foreign = foreignWords[at % foreignWords.length] ?? []
    if (at % 17 === 0) return `${foreign[at % foreign.length]}${at}`
    const word = `${words[(at * 3) % words.length]}`
    return at % 5 ? word : `${word}-${words[(at * 7) % words.length]}`
  })
}

function makeLink(
  random: Random,
  at: number,
  links: number,
  tagPool: readonly string[],
  rare: boolean,
): Omit<GeneratedLink, 'date'> {
  const title: string[] = []
  for (let count = 4 + random.below(6); title.length < count;)
    title.push(random.share() < 0.2 ? random.foreignWord() : random.word())
  if (random.share() < 0.1) title.splice(random.below(title.length), 0, probe.common)
  if (random.share() < 0.01) title.splice(random.below(title.length), 0, 'bookbinding')
  if (rare) title.splice(random.below(title.length), 0, probe.rare)
  if (random.share() < 0.05) title.push('<R&D> "quoted"')
  const host = `s${random.rank(Math.max(50, links / 20))}.example.org`
  const path = `${random.word()}/${random.of(words)}-${at}`
  const query = random.share() < 0.2 ? `?id=${random.below(1e6)}&ref=${random.of(words)}` : ''
  const wanted = random.of([1, 2, 2, 3, 3, 3, 4, 4, 5])
  const tags = new Set<string>()
  while (tags.size < wanted) tags.add(random.ranked(tagPool))
  const note =
    random.share() < 0.3 ? Array.from({ length: 8 + random.below(20) }, () => random.word()).join(' ') : ''
  return { url: `https://${host}/${path}${query}`, title: title.join(' '), tags: [...tags], note }
}

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

function* writeFolder(folder: GeneratedFolder, depth: number): Generator<string> {
  const indent = '    '.repeat(depth)
  for (const { url, date, tags, title, note } of folder.links) {
    yield `${indent}<DT><A HREF="${escaped(url)}" ADD_DATE="${date}" TAGS="${escaped(tags.join(','))}">${escaped(title)}</A>\n`
    if (note) yield `${indent}<DD>${escaped(note)}\n`
  }
  for (const inner of folder.folders) {
    yield `${indent}<DT><H3 ADD_DATE="${inner.date}" LAST_MODIFIED="${inner.date}">${escaped(inner.name)}</H3>\n${indent}<DL><p>\n`
    yield* writeFolder(inner, depth + 1)
    yield `${indent}</DL><p>\n`
  }
}
