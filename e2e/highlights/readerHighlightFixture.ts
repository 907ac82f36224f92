import type { Locator, Page } from 'playwright-core'

/** Selects words in an element as a person does, without a pointer. */
export const selectWords = (element: Locator, words: string): Promise<void> =>
  element.evaluate((root, wanted) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const nodes: Text[] = []
    while (walker.nextNode()) nodes.push(walker.currentNode as Text)
    const start = nodes
      .map(({ data }) => data)
      .join('')
      .indexOf(wanted)
    if (start < 0) throw new Error(`Not in the text: ${wanted}`)
    const locate = (at: number): [Text, number] => {
      for (const node of nodes) {
        if (at <= node.length) return [node, at]
        at -= node.length
      }
      throw new Error('Outside of the text')
    }
    const range = document.createRange()
    range.setStart(...locate(start))
    range.setEnd(...locate(start + wanted.length))
    document.getSelection()!.removeAllRanges()
    document.getSelection()!.addRange(range)
  }, words)

/** Returns the words that are painted in each of the four colours, in the order of the text. */
export const listPainted = (page: Page): Promise<string[][]> =>
  page.evaluate(() =>
    [1, 2, 3, 4].map(style =>
      [...(CSS.highlights.get(`nestmark-${style}`) ?? [])]
        .map(range => range as Range)
        .toSorted((a, b) => a.compareBoundaryPoints(Range.START_TO_START, b))
        .map(range => range.toString()),
    ),
  )

/** Returns the toolbar at the selected words. */
export const findSelectionBar = (page: Page): Locator =>
  page.getByRole('toolbar', { name: 'Highlight the selected words' })
