import { escapeXml } from './epub/xmlText.ts'

/** A feed to be written. */
export interface WrittenFeed {
  /** The names of its collection and those above it, the outermost first; none outside of all. */
  path: readonly string[]
  address: string
  /** '' when it is unknown. */
  title: string
  /** The tag of its links; null for none. */
  tag: string | null
}

/**
 * Returns feeds as an OPML 2.0 subscription list (https://opml.org/spec2.opml), with a folder for each collection that has
 * any inside. Collections of one name in the same place are one folder.
 * @param at in milliseconds since 1970
 */
export function toFeedsOpml(feeds: readonly WrittenFeed[], at: number): string {
  const lines: string[] = []
  let open: readonly string[] = []
  const indent = () => '  '.repeat(open.length + 2)
  const enter = (path: readonly string[]) => {
    let common = 0
    while (common < path.length && path[common] === open[common]) common++
    while (open.length > common) {
      open = open.slice(0, -1)
      lines.push(`${indent()}</outline>`)
    }
    for (const name of path.slice(common)) {
      lines.push(`${indent()}<outline ${named(name)}>`)
      open = [...open, name]
    }
  }
  for (const { path, address, title, tag } of feeds.toSorted(byPath)) {
    enter(path)
    // 'rss' is the type of every feed, whatever its format is.
    const category = tag === null ? '' : ` category="${escapeXml(tag.replaceAll(',', ' '))}"`
    lines.push(
      `${indent()}<outline type="rss" ${named(title || address)} xmlUrl="${escapeXml(address)}"${category}/>`,
    )
  }
  enter([])
  return `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0">
  <head>
    <title>Nestmark</title>
    <dateCreated>${new Date(at).toUTCString()}</dateCreated>
  </head>
  <body>
${lines.map(line => `${line}\n`).join('')}  </body>
</opml>
`
}

/** Readers show `text`, older ones `title`. */
const named = (name: string) => `text="${escapeXml(name)}" title="${escapeXml(name)}"`

/** Feeds of a collection come before those inside it; NUL is in no name, and sorts before every other character. */
function byPath(one: WrittenFeed, other: WrittenFeed): number {
  const [key, next] = [one.path.join('\0'), other.path.join('\0')]
  return key === next ? 0 : key < next ? -1 : 1
}
