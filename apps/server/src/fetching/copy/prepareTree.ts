import { prepareCode } from './codeBlocks.ts'
import { replaceFormulas } from './formulas.ts'

/** Changes what the heuristics that find an article would lose. */
export function prepareTree(document: Document): void {
  replaceFormulas(document)
  prepareCode(document)
  showTaskBoxes(document)
}

/** Replaces the boxes of task lists by characters. */
function showTaskBoxes(document: Document): void {
  for (const box of document.querySelectorAll('li input[type="checkbox"]'))
    box.replaceWith(box.hasAttribute('checked') ? '☑ ' : '☐ ')
}
