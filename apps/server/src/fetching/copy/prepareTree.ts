import { replaceFormulas } from './formulas.ts'
import { choosePicture } from '@nestmark/core/copy/pictureAddress'

const lineNumbers =
  '.lineno, .linenos, .linenumber, .lnt, .ln, .linenodiv, .gutter, .line-number, .line-numbers'
/** A number, sign or letter, which may have brackets. */
const reference = /^[[(]?(?:\d{1,3}|[*†‡§¶]{1,3}|[a-z])[\])]?$/iu
const noteNames = /(?:^|[\s_-])(?:foot|end|side|margin)?notes?(?:$|[\s_-])/i

/** Changes what the heuristics that find an article would lose. */
export function prepareTree(document: Document): void {
  replaceFormulas(document)
  prepareCode(document)
  showTaskBoxes(document)
  keepNotes(document)
  preparePictures(document)
  for (const table of document.querySelectorAll('article table, main table')) markDataTable(table)
}

/** Readability removes small tables of links, unless they have a summary. */
function markDataTable(table: Element): void {
  const isLayout = /^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')
  if (isLayout || table.querySelector('table, nav, form, p') || table.querySelectorAll('tr').length < 3)
    return
  table.setAttribute('summary', 'data')
}

/** Replaces the boxes of task lists by characters. */
function showTaskBoxes(document: Document): void {
  for (const box of document.querySelectorAll('li input[type="checkbox"], li [role="checkbox"]')) {
    const isChecked = box.hasAttribute('checked') || box.getAttribute('aria-checked') === 'true'
    // Some lists have the words inside of the box.
    box.replaceWith(isChecked ? '☑ ' : '☐ ', ...box.childNodes)
  }
}

/** Prepares the code of a page: without line numbers, with its lines, and with the name of its language. */
function prepareCode(document: Document): void {
  for (const table of document.querySelectorAll('table')) unwrapCodeTable(table)
  for (const number of document.querySelectorAll(lineNumbers))
    if (/^[\s\d]*$/.test(number.textContent ?? '')) number.remove()
  for (const pre of document.querySelectorAll('pre')) if (!pre.textContent?.includes('\n')) addLineBreaks(pre)
  for (const element of document.querySelectorAll('pre, code, [class*="highlight"]')) markLanguage(element)
}

/** Replaces a table of two cells, the line numbers and the code, by the code. */
function unwrapCodeTable(table: Element): void {
  const [first, second, ...more] = table.querySelectorAll('td, th')
  const code = second?.querySelector('pre')
  if (first && code && more.length === 0 && /^[\s\d]*$/.test(first.textContent ?? '')) table.replaceWith(code)
}

/** Adds the line breaks that a page shows by its style sheet only. */
function addLineBreaks(pre: Element): void {
  for (const line of pre.querySelectorAll('span, code'))
    if (isBlock(line) && line.previousElementSibling && isBlock(line.previousElementSibling))
      line.before('\n')
}

function isBlock(element: Element): boolean {
  return (
    /display\s*:\s*(?:block|flex|grid|table-row)/i.test(element.getAttribute('style') ?? '') ||
    [...element.classList].some(name => /^(?:[\w-]*-)?line$/i.test(name))
  )
}

/** Readability removes classes. */
function markLanguage(element: Element): void {
  const code = element.matches('pre, code') ? element : element.querySelector('pre')
  const name =
    /(?:^|\s)(?:(?:language|lang|highlight(?:-source)?)-|brush: ?)([\w+#.-]{1,30})/.exec(
      element.className,
    )?.[1] ?? /^[\w+#.-]{1,30}$/.exec(element.getAttribute('data-lang') ?? '')?.[0]
  if (name && code && !code.hasAttribute('data-language')) code.setAttribute('data-language', name)
}

/**
 * Makes the notes of an article a part of it: those in an `aside` or a `footer`, which Readability removes, and those
 * in a block after it.
 */
function keepNotes(document: Document): void {
  const targets = new Map<string, Element>()
  for (const link of document.querySelectorAll('a[href^="#"]')) {
    const article = link.closest('article, main')
    if (article && reference.test(link.textContent?.trim() ?? ''))
      targets.set(link.getAttribute('href')?.slice(1) ?? '', article)
  }
  for (const note of document.querySelectorAll('[id], a[name]')) {
    const article = targets.get(note.id) ?? targets.get(note.getAttribute('name') ?? '')
    if (!article || note.contains(article)) continue
    const block = findBlock(note, article)
    if (!article.contains(block)) {
      article.append(block)
      // Readability judges blocks by their classes.
      if (block.matches('div, section')) toSection(block)
    }
    toSection(note.closest('aside, footer'))
  }
  for (const aside of document.querySelectorAll('article aside, main aside'))
    if (noteNames.test(`${aside.className} ${aside.getAttribute('role') ?? ''}`)) toSection(aside)
}

/** Returns the block of the notes to which a note belongs, with its heading. */
function findBlock(note: Element, article: Element): Element {
  const list = note.closest('ol, ul, dl, table') ?? note.closest('p') ?? note
  const outer = list.parentElement?.closest('aside, section, div')
  if (outer && !outer.contains(article)) return outer
  return list.contains(article) ? note : list
}

function toSection(element: Element | null): void {
  if (!element) return
  const section = element.ownerDocument.createElement('section')
  if (element.id) section.id = element.id
  section.append(...element.childNodes)
  element.replaceWith(section)
}

/** Gives each picture its address in `src`, where Readability and the copy look for it. */
function preparePictures(document: Document): void {
  for (const picture of document.querySelectorAll('picture:not(:has(img))'))
    if (picture.querySelector('source')) picture.append(document.createElement('img'))
  for (const old of document.querySelectorAll('amp-img, amp-anim')) {
    const image = document.createElement('img')
    for (const { name, value } of old.attributes) image.setAttribute(name, value)
    old.replaceWith(image)
  }
  for (const image of document.querySelectorAll('img')) {
    const sources = image.closest('picture')?.querySelectorAll('source') ?? []
    const address = choosePicture(toMap(image), [...sources].map(toMap))
    if (address === null || address === image.getAttribute('src')) continue
    image.setAttribute('src', address)
    // The script that loads the picture shows it.
    image.removeAttribute('style')
  }
  for (const noscript of document.querySelectorAll('noscript')) unwrapPicture(noscript)
}

/** Readability takes a picture out of a `noscript` only after a placeholder. */
function unwrapPicture(noscript: Element): void {
  const [image, ...more] = noscript.querySelectorAll('img')
  if (!image || more.length > 0 || noscript.textContent?.trim()) return
  const beside = [noscript.previousElementSibling, noscript.nextElementSibling]
  if (!beside.some(element => element?.matches('img[src], picture'))) noscript.replaceWith(image)
}

const toMap = (element: Element) =>
  new Map([...element.attributes].map(({ name, value }) => [name.toLowerCase(), value]))
