/** A part of an article, which begins with a heading. */
export interface Section {
  id: string
  title: string
}

/** Below this number a list of sections is not useful. */
const minSections = 2

/** Returns the sections of an article, and gives their headings ids. */
export function listSections(content: DocumentFragment): Section[] {
  const found = [...content.querySelectorAll('h1, h2, h3')].flatMap((heading, index) => {
    const title = heading.textContent.replace(/\s+/g, ' ').trim()
    if (title === '') return []
    heading.id ||= `article-section-${index}`
    return [{ id: heading.id, title }]
  })
  return found.length < minSections ? [] : found
}
