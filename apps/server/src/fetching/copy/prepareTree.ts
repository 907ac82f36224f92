import { prepareCode } from './codeBlocks.ts'
import { replaceFormulas } from './formulas.ts'
import { keepNotes } from './notes.ts'
import { preparePictures } from './pictureElements.ts'

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
