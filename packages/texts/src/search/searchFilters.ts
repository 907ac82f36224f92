/** What a search is limited to. The parsed search has this form. */
export interface SearchFilters {
  tags: readonly { value: string; negative: boolean }[]
  collections: readonly { value: string; negative: boolean }[]
  sites: readonly { value: string; negative: boolean }[]
  imports: readonly { value: string; negative: boolean }[]
  categories: readonly { code: number; negative: boolean }[]
  favourite: boolean | null
  content: boolean | null
  /** In milliseconds since 1970. */
  before: number | null
  after: number | null
}

/** What a link of each category is called. */
export const categoryNames = ['image', 'video', 'link', 'note', 'audio'] as const

/**
 * Describes the filters of a search, as it continues a count: 'in Research, saved since Jan 2025'.
 * @returns '' without filters
 */
export function describeFilters(filters: SearchFilters): string {
  const categories = filters.categories.map(({ code, negative }) => ({
    value: categoryNames[code - 1] ?? '',
    negative,
  }))
  return [
    describeValues('in', filters.collections, 'and'),
    filters.favourite !== null && `${filters.favourite ? '' : 'not '}in your favourites`,
    describeValues('tagged', filters.tags, 'and', '#'),
    describeValues('from', filters.sites, 'and'),
    ...filters.imports.map(({ negative }) => `${negative ? 'not ' : ''}from one import`),
    describeValues('of type', categories, 'or'),
    filters.content && 'with the words in the page',
    filters.after !== null && `saved since ${formatPeriod(filters.after)}`,
    filters.before !== null && `saved before ${formatPeriod(filters.before)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Describes the values that must and must not apply. Isolated: names can be right-to-left. */
function describeValues(
  what: string,
  values: readonly { value: string; negative: boolean }[],
  joint: 'and' | 'or',
  prefix = '',
): string {
  const list = (negative: boolean, word: string) =>
    values
      .filter(each => each.negative === negative)
      .map(each => `\u2068${prefix}${each.value}\u2069`)
      .join(` ${word} `)
  const [has, lacks] = [list(false, joint), list(true, 'or')]
  return [has && `${what} ${has}`, lacks && `not ${what} ${lacks}`].filter(Boolean).join(', ')
}

/** Formats the start of a period of UTC as short as possible: '2025', 'Jan 2025' or 'Jan 17, 2025'. */
function formatPeriod(start: number): string {
  const date = new Date(start)
  const isFirst = date.getUTCDate() === 1
  return date.toLocaleDateString('en-US', {
    timeZone: 'UTC',
    year: 'numeric',
    ...(!(isFirst && date.getUTCMonth() === 0) && { month: 'short' }),
    ...(!isFirst && { day: 'numeric' }),
  })
}
