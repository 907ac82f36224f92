import type { ImportPreview } from '@nestmark/contract/transfer/importPreview'
import type { OpenedFolder } from '../writing/importBatch.ts'

/** The collections that a preview lists; the rest is only counted. */
const maxListed = 10_000
/** The collections that are remembered. Of more, those behind are counted as a part of the one around them. */
const maxKnown = 200_000

interface Node {
  name: string
  level: number
  joins: boolean
  place: number
  isLeftOut: boolean
  links: number
  children: Node[]
}

/** Collects where the links of a file will be. A folder that the file opens twice is one collection. */
export class PreviewTree {
  readonly #top: Node = {
    name: '',
    level: -1,
    joins: true,
    place: 0,
    isLeftOut: false,
    links: 0,
    children: [],
  }
  readonly #byId = new Map<string, Node>()
  depth = 0

  /** @param target the id of the collection around all others */
  constructor(target: string) {
    this.#byId.set(target, this.#top)
  }

  add({ id, parent, name, isNew, place, isLeftOut = false }: OpenedFolder): void {
    if (this.#byId.has(id)) return
    const around = this.#byId.get(parent) ?? this.#top
    if (this.#byId.size >= maxKnown) {
      this.#byId.set(id, around)
      return
    }
    const node: Node = {
      name,
      level: around.level + 1,
      joins: !isNew,
      place,
      isLeftOut,
      links: 0,
      children: [],
    }
    around.children.push(node)
    this.#byId.set(id, node)
    if (!isLeftOut) this.depth = Math.max(this.depth, node.level + 1)
  }

  /** Counts links that go into a collection, and thereby into those around it. */
  count(collectionId: string, links: number): void {
    const node = this.#byId.get(collectionId) ?? this.#top
    node.links += links
  }

  /** Returns the first collections in the order of the file, each with the links inside it and below. */
  list(): Pick<ImportPreview, 'tree' | 'folders' | 'top' | 'depth'> {
    const tree: ImportPreview['tree'] = []
    let folders = 0
    // Without recursion: a file may have a hundred levels.
    const open: { node: Node; at: number; row: ImportPreview['tree'][number] | null; links: number }[] = [
      { node: this.#top, at: 0, row: null, links: this.#top.links },
    ]
    for (let last = open.at(-1); last; last = open.at(-1)) {
      const child = last.node.children[last.at++]
      if (child) {
        const { name, level, joins, links, place, isLeftOut } = child
        if (!isLeftOut) folders++
        const row = { name, level, joins, links, place, ...(isLeftOut && { left_out: true }) }
        if (tree.length < maxListed) tree.push(row)
        open.push({ node: child, at: 0, row, links })
      } else {
        open.pop()
        if (last.row) last.row.links = last.links
        const around = open.at(-1)
        if (around) around.links += last.links
      }
    }
    return { tree, folders, top: this.#top.links, depth: this.depth }
  }
}
