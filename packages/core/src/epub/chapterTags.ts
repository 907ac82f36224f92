/** Elements of articles by how they are written in a chapter. All others are left out, and their content stays. */
export const chapterTags: Readonly<Record<string, { kind: TagKind; as?: string }>> = {
  ...every(
    'flow',
    'div section article main header footer aside details figure figcaption center dl dd',
    'div',
  ),
  ...every('flow', 'blockquote'),
  ...every('text', 'p h1 h2 h3 h4 h5 h6 pre'),
  ...every('text', 'dt summary caption', 'p'),
  ...every('list', 'ul ol'),
  ...every('item', 'li'),
  ...every('table', 'table'),
  ...every('row', 'tr'),
  ...every('cell', 'td th'),
  ...every('inline', 'a em strong b i u s code sub sup small mark q cite kbd samp var'),
  ...every('inline', 'del strike', 's'),
  ...every('inline', 'tt', 'code'),
  ...every('void', 'br hr img'),
}

/**
 * `flow`: contains anything. `text`: contains inline elements only. `list`, `table` and `row` contain only items, rows and
 * cells.
 */
export type TagKind = 'flow' | 'text' | 'list' | 'item' | 'table' | 'row' | 'cell' | 'inline' | 'void'

/** Elements whose content is left out too. */
export const skippedTags: ReadonlySet<string> = new Set(
  'head script style template noscript title svg math iframe object embed video audio canvas form select textarea button'.split(
    ' ',
  ),
)

function every(kind: TagKind, names: string, as?: string) {
  const tag = { kind, ...(as !== undefined && { as }) }
  return Object.fromEntries(names.split(' ').map(name => [name, tag]))
}
