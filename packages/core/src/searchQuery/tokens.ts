/** A piece of what a person typed into the search box: a word, a phrase, or an operator with its value. */
export interface Token {
  /** The operator before the colon in lower case, or '' for plain words. */
  operator: string
  value: string
  /** The value stood in quotes. */
  quoted: boolean
  /** A minus stood before it. */
  negative: boolean
  /** Where it stands in the text, in UTF-16 code units. */
  start: number
  end: number
}

const piece =
  /(?<minus>-)?(?:(?<operator>[a-z]+):)?(?:["“„»](?<quoted>[^"”“«]*)(?:["”“«]|$)|(?<plain>[^\s"“„»]+))/giu

/**
 * Cuts a search into its pieces. Nothing typed is an error: a quote that is never closed reaches to the end.
 */
export function tokenize(input: string): Token[] {
  const found: Token[] = []
  for (const match of input.matchAll(piece)) {
    const { minus, operator = '', quoted, plain } = match.groups!
    const value = quoted ?? plain
    if (value === undefined) continue
    found.push({
      operator: operator.toLowerCase(),
      value: value.trim(),
      quoted: quoted !== undefined,
      negative: minus !== undefined,
      start: match.index,
      end: match.index + match[0].length,
    })
  }
  return found
}
