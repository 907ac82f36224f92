/** A bookmark file with the expected tree after its import. */
export interface BookmarkFile {
  html: string
  /** Number of links directly in each folder, by its path from the root: 'Folder 1/Folder 3'. */
  tree: Map<string, number>
}

const linksPerFolder = 40
const deepest = 5

/** Generates a file with links in folders nested five deep, with tags, dates, notes and several scripts. Deterministic. */
export function bookmarkFile(links: number): BookmarkFile {
  const folders = Math.ceil(links / linksPerFolder)
  const children = new Map<number, number[]>()
  // Folder n is in folder n/3, which gives a wide tree; the limit makes it five deep.
  for (let n = 1; n <= folders; n++) {
    let parent = Math.floor(n / 3)
    while (getDepth(parent) >= deepest) parent = Math.floor(parent / 3)
    children.set(parent, [...(children.get(parent) ?? []), n])
  }
  const tree = new Map<string, number>()
  const lines = ['<!DOCTYPE NETSCAPE-Bookmark-file-1>', '<TITLE>Bookmarks</TITLE>', '<DL><p>']
  let next = 0
  const write = (folder: number, way: string) => {
    const own = Math.min(linksPerFolder, links - next)
    if (way) tree.set(way, own)
    if (way) for (let n = 0; n < own; n++) lines.push(...linkLines(next++))
    for (const child of children.get(folder) ?? []) {
      const name = `Folder ${child}`
      lines.push(`<DT><H3 ADD_DATE="${1_500_000_000 + child}">${name}</H3>`, '<DL><p>')
      write(child, way ? `${way}/${name}` : name)
      lines.push('</DL><p>')
    }
  }
  write(0, '')
  lines.push('</DL><p>')
  return { html: lines.join('\n'), tree }
}

function getDepth(folder: number): number {
  return folder === 0 ? 0 : getDepth(Math.floor(folder / 3)) + 1
}

const titles = ['A guide to', 'Руководство', '東京の喫茶店', 'كيف تبنى البيوت', 'Crème brûlée', 'Οδηγός']

function linkLines(n: number): string[] {
  const address = `https://site-${n % 900}.example.org/page/${n}`
  const link = `<DT><A HREF="${address}" ADD_DATE="${1_600_000_000 + n}" TAGS="tag ${n % 50},all">${titles[n % 6]} ${n}</A>`
  return n % 5 === 0 ? [link, `<DD>A note on ${n}`] : [link]
}
