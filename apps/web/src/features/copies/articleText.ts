/** The text of an article on the page, whose characters have positions. */
export interface ArticleText {
  body: HTMLElement
  /** The text nodes that are not blank, in order. */
  nodes: readonly Text[]
  /** The position of the first character of each node, counted in UTF-16 code units over all text nodes. */
  starts: readonly number[]
}

/** Reads the text of the nodes of an article. It is valid until they change. */
export function readArticleText(roots: readonly Node[]): Omit<ArticleText, 'body'> {
  const nodes: Text[] = []
  const starts: number[] = []
  let position = 0
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (
      let node = root instanceof Text ? root : (walker.nextNode() as Text | null);
      node;
      node = walker.nextNode() as Text | null
    ) {
      if (node.data.trim() !== '') {
        nodes.push(node)
        starts.push(position)
      }
      position += node.length
    }
  }
  return { nodes, starts }
}

/** Returns the first of `length` indexes for which a condition holds that holds for all later ones too; else `length`. */
function findFirst(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the index of the node with the character at a position; the last node for positions after the end. */
export function findNode({ starts }: ArticleText, position: number): number {
  return Math.max(0, findFirst(starts.length, index => (starts[index] ?? 0) > position) - 1)
}

/** Returns the node and the offset in it of a position. */
function locate(text: ArticleText, position: number): [node: Text, offset: number] | null {
  const index = findNode(text, position)
  const [node, start] = [text.nodes[index], text.starts[index]]
  if (!node || start === undefined) return null
  return [node, Math.min(node.length, Math.max(0, position - start))]
}

/** Returns the range between two positions; null for an article without text. */
export function toRange(text: ArticleText, start: number, end: number): Range | null {
  const [first, last] = [locate(text, start), locate(text, end - 1)]
  if (!first || !last) return null
  const range = document.createRange()
  range.setStart(...first)
  range.setEnd(last[0], Math.min(last[0].length, last[1] + 1))
  return range
}

/** Returns the top of the line with the character at a position, in pixels of the window; null where it is not shown. */
export function measureTop(text: ArticleText, position: number): number | null {
  const [node, offset] = locate(text, position) ?? []
  if (!node || offset === undefined) return null
  const range = document.createRange()
  // White space at the end of a line has no box.
  for (let at = Math.min(offset, node.length - 1); at < node.length; at++) {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const [box] = range.getClientRects()
    if (box && box.height > 0) return box.top
  }
  return null
}

/** Returns the position of the first line that begins at or below a height of the window; null where none does. */
export function findLineBelow(text: ArticleText, top: number): number | null {
  const range = document.createRange()
  const nodeIndex = findFirst(text.nodes.length, index => {
    for (const node of text.nodes.slice(index, index + 20)) {
      range.selectNodeContents(node)
      const box = [...range.getClientRects()].at(-1)
      if (box) return box.top >= top
    }
    return true
  })
  const [node, start] = [text.nodes[nodeIndex], text.starts[nodeIndex]]
  if (!node || start === undefined) return null
  const offset = findFirst(node.length, index => {
    for (let at = index; at < node.length; at++) {
      range.setStart(node, at)
      range.setEnd(node, at + 1)
      const [box] = range.getClientRects()
      if (box && box.height > 0) return box.top >= top
    }
    return true
  })
  return start + Math.min(offset, node.length - 1)
}
