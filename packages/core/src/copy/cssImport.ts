import { tokenTypes } from 'css-tree/tokenizer'
import { addressFunctions, type CssToken, neutraliseToken, readCssName, readCssValue } from './cssTokens.ts'

/** An `@import` rule. */
export interface ImportRule {
  /** As written. */
  address: string
  /** The name of its layer; '' without a name, undefined without a layer. */
  layer?: string
  /** The content of `supports()`. */
  supports?: string
  /** A list of media queries; '' for all. */
  media: string
}

/**
 * Reads an `@import` rule.
 * @param tokens between `@import` and its end
 * @returns null when it is invalid
 */
export function readImport(tokens: readonly CssToken[]): ImportRule | null {
  const all = tokens.filter(token => token.type !== tokenTypes.Comment)
  let at = skipSpace(all, 0)
  const first = all[at]
  if (!first) return null
  const isUrlFunction = first.type === tokenTypes.Function && readCssName(first) === 'url'
  if (isUrlFunction) at = skipSpace(all, at + 1)
  const named = all[at]
  if (!named || (named.type !== tokenTypes.String && named.type !== tokenTypes.Url)) return null
  at++
  if (isUrlFunction) {
    at = skipSpace(all, at)
    if (all[at]?.type === tokenTypes.RightParenthesis) at++
  }
  const rule: ImportRule = { address: readCssValue(named), media: '' }
  if (!isCondition(all.slice(at))) return null
  at = skipSpace(all, at)
  const next = all[at]
  if (next?.type === tokenTypes.Ident && next.text.toLowerCase() === 'layer') {
    rule.layer = ''
    at = skipSpace(all, at + 1)
  } else if (next && readCssName(next) === 'layer') {
    const end = endOfFunction(all, at)
    rule.layer = join(all.slice(at + 1, end))
    at = skipSpace(all, end + 1)
  }
  const supports = all[at]
  if (supports && readCssName(supports) === 'supports') {
    const end = endOfFunction(all, at)
    rule.supports = join(all.slice(at + 1, end))
    at = skipSpace(all, end + 1)
  }
  rule.media = join(all.slice(at))
  return rule
}

/** Writes an imported sheet in place of its rule. */
export function writeImport(css: string, { layer, supports, media }: ImportRule): string {
  let written = css
  if (layer !== undefined) written = `@layer ${layer}{${written}}`
  if (supports) written = `@supports (${supports}){${written}}`
  return media ? `@media ${media}{${written}}` : `${written}\n`
}

function skipSpace(tokens: readonly CssToken[], from: number): number {
  let at = from
  while (tokens[at]?.type === tokenTypes.WhiteSpace) at++
  return at
}

/** Returns the index of the bracket that ends a function; the number of tokens when it is missing. */
function endOfFunction(tokens: readonly CssToken[], from: number): number {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    const type = tokens[at]?.type
    if (type === tokenTypes.Function || type === tokenTypes.LeftParenthesis) depth++
    else if (type === tokenTypes.RightParenthesis && --depth === 0) return at
  }
  return tokens.length
}

const join = (tokens: readonly CssToken[]) => tokens.map(neutraliseToken).join('').trim()

/** Returns true for tokens that can be the condition of a block: balanced, without blocks and addresses. */
function isCondition(tokens: readonly CssToken[]): boolean {
  const { Function, LeftParenthesis, RightParenthesis, Url, BadUrl } = tokenTypes
  const forbidden = new Set<number | undefined>([
    Url,
    BadUrl,
    tokenTypes.LeftCurlyBracket,
    tokenTypes.RightCurlyBracket,
    tokenTypes.LeftSquareBracket,
    tokenTypes.RightSquareBracket,
  ])
  let depth = 0
  for (const token of tokens) {
    const { type } = token
    if (forbidden.has(type) || addressFunctions.has(readCssName(token))) return false
    if (type === Function || type === LeftParenthesis) depth++
    else if (type === RightParenthesis && --depth < 0) return false
  }
  return depth === 0
}
