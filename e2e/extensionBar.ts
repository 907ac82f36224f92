import { type Tab, waitFor } from './extensionBrowser.ts'

/** A place in the window, in pixels. */
export interface Box {
  x: number
  y: number
}

/** Returns an expression that finds words of the article as a range. */
const rangeOf = (words: string) => `(() => {
  const walker = document.createTreeWalker(document.getElementById('words'), NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.data.indexOf(${JSON.stringify(words)})
    if (at < 0) continue
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + ${words.length})
    return range
  }
})()`
export const selectWords = (words: string) =>
  `(() => { const range = ${rangeOf(words)}; getSelection().removeAllRanges(); getSelection().addRange(range); return null })()`
export const boxOf = (words: string) =>
  `(() => { const { x, y } = ${rangeOf(words)}.getBoundingClientRect(); return { x, y } })()`
export const selectedBox = `(() => { const { x, y } = getSelection().getRangeAt(0).getBoundingClientRect(); return { x, y } })()`
/** True when each colour has one highlight. The page sees the registry too. */
export const paintedStyles = `[1, 2, 3, 4].every(style => CSS.highlights.get('nestmark-' + style)?.size === 1)`

/** Clicks a button of the bar beside a box, by its place: above it, or below where there is no room. */
export async function clickBar(tab: Tab, box: string, button: number): Promise<void> {
  const { x, y } = await tab.evaluate<Box>(box)
  const [left, top] = [
    Math.max(8, x) + 24 + 34 * button + (button > 3 ? 15 : 0),
    y - 52 >= 8 ? y - 30 : y + 50,
  ]
  await waitFor(
    tab,
    `document.elementFromPoint(${left}, ${top}) === document.body.lastElementChild && document.body.lastElementChild.shadowRoot === null`,
  )
  await tab.clickAt(left, top)
}
