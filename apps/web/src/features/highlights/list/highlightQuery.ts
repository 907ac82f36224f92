import type { HighlightStyle } from '@nestmark/contract/reading/highlightShapes'

/** What the page lists: all highlights, those with a colour or a comment, or those that a search finds. */
export interface HighlightQuery {
  /** The text of the search; '' lists without a search. */
  input: string
  /** 1 searches the addresses of pages, 2 the words of texts, comments and titles. */
  type: 1 | 2
  style?: HighlightStyle
  hasComment: boolean
  /** The pages whose newest highlight is the oldest come first; absent: the newest. A search has no order. */
  order?: 2
}

/** The parts of a query that the chips and the sort menu choose. */
export interface HighlightChoice {
  style: HighlightStyle | undefined
  hasComment: boolean
  order: 2 | undefined
}

/** The address of the page. */
export const highlightsPath = '/highlights'

/** The styles in the order of the page: 1 yellow, 2 blue, 3 pink, 4 green. */
export const styles: readonly HighlightStyle[] = [1, 2, 3, 4]

/** Reads a query from the query string of the page. Unknown values are ignored; a search has no filters. */
export function readHighlightQuery(search: string): HighlightQuery {
  const parameters = new URLSearchParams(search)
  const input = parameters.get('q')?.trim() ?? ''
  const type = parameters.get('type') === '1' ? 1 : 2
  if (input !== '') return { input, type, hasComment: false }
  const style = styles.find(each => String(each) === parameters.get('style'))
  return {
    input,
    type,
    hasComment: parameters.get('comment') === '1',
    ...(style && { style }),
    ...(parameters.get('order') === '2' && { order: 2 }),
  }
}

/** Returns the path and query string of a query. */
export function toHighlightsPath({ input, type, style, hasComment, order }: HighlightQuery): string {
  const parameters = new URLSearchParams()
  if (input !== '') parameters.set('q', input)
  if (type === 1) parameters.set('type', '1')
  if (input === '' && style) parameters.set('style', String(style))
  if (input === '' && hasComment) parameters.set('comment', '1')
  if (input === '' && order) parameters.set('order', '2')
  const query = parameters.toString()
  return query === '' ? highlightsPath : `${highlightsPath}?${query}`
}

/** Returns whether a query leaves out some highlights. */
export const isNarrowed = ({ input, style, hasComment }: HighlightQuery): boolean =>
  input !== '' || style !== undefined || hasComment
