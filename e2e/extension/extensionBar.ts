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

/** True when each colour has one highlight. The page sees the registry too. */
export const paintedStyles = `[1, 2, 3, 4].every(style => CSS.highlights.get('nestmark-' + style)?.size === 1)`
/** True when nothing is painted. */
export const nothingPainted = `![...CSS.highlights.values()].some(each => each.size > 0)`
/** The words that are painted, sorted. */
export const paintedWords = `[...CSS.highlights.values()].flatMap(each => [...each].map(String)).sort()`

/** Finds a shown element of the bar, the card or the list by its label, or the beginning of its text. */
const shownPart = (label: string, selector: string) =>
  `[...root.querySelectorAll(${JSON.stringify(selector)})].find(each => (each.getAttribute('aria-label') ?? each.textContent).trim().startsWith(${JSON.stringify(label)}) && each.checkVisibility({ visibilityProperty: true }))`

/** The text of everything that the extension shows in the page. */
export const shownText = `[...root.querySelectorAll('.bar,.card,.list,.toast')].filter(each => each.checkVisibility({ visibilityProperty: true })).map(each => each.textContent).join(' ')`

/** Waits until an expression with the closed root is truthy, and returns its value. */
export async function waitInBar<T>(tab: Tab, expression: string): Promise<T> {
  return waitFor<T>({ ...tab, evaluate: each => tab.inBar(each) }, expression)
}

/** Returns the middle of a button of the extension in a page, once it is shown. */
export const findButton = (tab: Tab, label: string, selector = 'button'): Promise<Box> =>
  waitInBar<Box>(
    tab,
    `(() => { const box = ${shownPart(label, selector)}?.getBoundingClientRect(); return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 } })()`,
  )

/** Clicks a button of the extension in a page with the pointer. */
export async function clickButton(tab: Tab, label: string): Promise<void> {
  const { x, y } = await findButton(tab, label)
  await tab.clickAt(x, y)
}

/** Clicks words of the article with the pointer. */
export async function clickWords(tab: Tab, words: string): Promise<void> {
  const { x, y } = await tab.evaluate<Box>(
    `(() => { const box = ${rangeOf(words)}.getBoundingClientRect(); return { x: box.x + 5, y: box.y + box.height / 2 } })()`,
  )
  await tab.clickAt(x, y)
}

/** Highlights words of the article in a colour, with the pointer, and waits until they are painted. */
export async function highlightWords(tab: Tab, words: string, colour = 'Yellow'): Promise<void> {
  await tab.evaluate(selectWords(words))
  // The bar of the highlight before has the same colours.
  await findButton(tab, 'Save', '.bar .save')
  await clickButton(tab, colour)
  await waitFor(tab, `${paintedWords}.includes(${JSON.stringify(words)})`)
}

/** What the field of the comment has. */
export const typedComment = `root.querySelector('.comment iframe')?.contentDocument?.querySelector('textarea')?.value`
/** True when the field of the comment has the focus. */
export const commentHasFocus = `root.activeElement?.localName === 'iframe' && root.activeElement.contentDocument.activeElement?.localName === 'textarea'`
