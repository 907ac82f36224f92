/** A token of a search text: a word, a phrase, or an operator with its value. */
export interface Token {
  /** The operator before the colon in lower case, or '' for plain words. */
  operator: string
  value: string
  /** The value was in quotes. */
  quoted: boolean
  /** It was preceded by a minus. */
  negative: boolean
  /** Position in the text, in UTF-16 code units. */
  start: number
  end: number
}

// Two hyphens are a dash of a pasted title, or begin an option of a program.
const tokenPattern =
  /(?<minus>-(?!-))?(?:(?<operator>[a-z]+):)?(?:["“„»](?<quoted>[^"”“«]*)(?:["”“«]|$)|(?<plain>[^\s"“„»]+))/giu

/**
 * Splits a search text into tokens. No input is an error: an unclosed quote extends to the end.
 */
export function tokenize(input: string): Token[] {
  const found: Token[] = []
  for (const match of input.matchAll(tokenPattern)) {
    const { minus, operator = '', quoted, plain }: Partial<Record<string, string>> = match.groups ?? {}
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
