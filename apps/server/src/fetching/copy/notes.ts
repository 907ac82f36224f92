/** A number, sign or letter, which may have brackets. */
const reference = /^[[(]?(?:\d{1,3}|[*†‡§¶]{1,3}|[a-z])[\])]?$/iu
const noteNames = /(?:^|[\s_-])(?:foot|end|side|margin)?notes?(?:$|[\s_-])/i

/**
 * Makes the notes of an article a part of it: those in an `aside` or a `footer`, which Readability removes, and those
 * in a block after it.
 */
export function keepNotes(document: Document): void {
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
