const names = { all: 'reader-matches', current: 'reader-match' } as const

/** Marks ranges of the page, and one of them more. The elements stay as they are. Older browsers mark nothing. */
export function paintMatches(ranges: readonly AbstractRange[], current: AbstractRange | null): void {
  if (!('highlights' in CSS)) return
  CSS.highlights.set(names.all, new Highlight(...ranges))
  if (!current) return void CSS.highlights.delete(names.current)
  const highlight = new Highlight(current)
  highlight.priority = 1
  CSS.highlights.set(names.current, highlight)
}

/** Removes the marks. */
export function clearMatches(): void {
  if (!('highlights' in CSS)) return
  for (const name of Object.values(names)) CSS.highlights.delete(name)
}
