import { tokenize, tokenTypes } from 'css-tree/tokenizer'
import { ident, string, url } from 'css-tree/utils'

/** A token of a style sheet. */
export interface CssToken {
  type: number
  /** As written. */
  text: string
  /** Where it ends in the sheet, in UTF-16 code units. */
  end: number
  /** The character after it. */
  next: string
}

/**
 * Replaces escapes of the letters of `url` by the letters. The tokenizer recognises `url(` only as written, browsers with
 * escapes too.
 */
export function spellOutUrl(css: string): string {
  if (!css.includes('\\')) return css
  return css.replace(/\\(?:([0-9a-f]{1,6})(?:\r\n|[ \t\r\n\f])?|[^\r\n\f])/gi, (escape, hex?: string) => {
    const character = hex === undefined ? escape.slice(1) : String.fromCharCode(Number.parseInt(hex, 16))
    return /^[url]$/i.test(character) ? character : escape
  })
}

/** Calls back for each token. */
export function readCssTokens(css: string, onToken: (token: CssToken) => void): void {
  tokenize(css, (type, start, end) =>
    onToken({ type, text: css.slice(start, end), end, next: css.charAt(end) }),
  )
}

/** Returns the name of a function or at-rule in lower case, without `(` and `@`. */
export function readCssName(token: CssToken): string {
  const { type, text } = token
  if (type === tokenTypes.Function) return ident.decode(text.slice(0, -1)).toLowerCase()
  return type === tokenTypes.AtKeyword ? ident.decode(text.slice(1)).toLowerCase() : ''
}

/** Returns the value of a string or `url()` token. */
export function readCssValue({ type, text }: CssToken): string {
  return type === tokenTypes.Url ? url.decode(endUrl(text)) : string.decode(text)
}

// The decoder expects the bracket, which may be missing at the end of a sheet.
const endUrl = (text: string) => (text.endsWith(')') ? text : `${text})`)

/** Writes a string without characters that mean something to a parser of HTML. */
export function writeCssString(value: string): string {
  return string.encode(value).replace(/[<&]/g, toEscape)
}

const toEscape = (character: string) => `\\${character.charCodeAt(0).toString(16)} `

/**
 * Returns a rewritten sheet in a form that means the same in a `style` element of HTML and of SVG. In SVG, parsers
 * read tags and references in it. Each `<` is escaped, except the comparison of a query, which a space or `=`
 * follows. An `&` that selects the parent rule does not begin a reference.
 */
export function escapeSheet(css: string): string {
  return css.replace(/\\[^]|<(?![\s=])|&(?=[a-z\d#])/gi, found => {
    if (found === '&') return '&/**/'
    const character = found.at(-1) ?? ''
    return character === '<' || character === '&' ? toEscape(character) : found
  })
}

/** Functions whose strings are addresses. */
export const addressFunctions: ReadonlySet<string> = new Set([
  'url',
  'src',
  'image-set',
  '-webkit-image-set',
  'image',
  'cross-fade',
])
/** Functions that other values replace, which may be strings. In place of an address they would be one. */
export const isSubstitution = (name: string): boolean =>
  name.startsWith('--') || ['var', 'env', 'attr', 'if', 'inherit', 'random-item'].includes(name)

const closers = new Map([
  [tokenTypes.LeftCurlyBracket, '}'],
  [tokenTypes.LeftParenthesis, ')'],
  [tokenTypes.Function, ')'],
  [tokenTypes.LeftSquareBracket, ']'],
])
const closing: ReadonlySet<number> = new Set([
  tokenTypes.RightCurlyBracket,
  tokenTypes.RightParenthesis,
  tokenTypes.RightSquareBracket,
])

/** Returns the bracket that closes the one of a token. */
export const closerOf = (token: CssToken): string | undefined => closers.get(token.type)

export const isCloser = (token: CssToken): boolean => closing.has(token.type)

/**
 * Returns a token that is no address in a form that is complete and cannot end the element around it. A token that is
 * cut by the end of the sheet is completed, because other text follows it in a copy.
 */
export function neutraliseToken({ type, text, next }: CssToken): string {
  switch (type) {
    case tokenTypes.Comment:
      return '/**/'
    case tokenTypes.CDO:
    case tokenTypes.CDC:
    case tokenTypes.BadString:
      return ' '
    case tokenTypes.String:
      return isClosedString(text) && !/[<&]/.test(text) ? text : writeCssString(string.decode(text))
    case tokenTypes.Delim:
      if (text === '\\') return ' '
      // With a letter or slash it begins or ends an element. The next token may be removed, so any other may follow it.
      return text === '<' && !/[\s=]/.test(next) ? '< ' : text
    default:
      return completeEscape(text)
  }
}

function isClosedString(text: string): boolean {
  if (text.length < 2 || text.at(-1) !== text[0]) return false
  return countTrailingBackslashes(text.slice(0, -1)) % 2 === 0
}

function completeEscape(text: string): string {
  return countTrailingBackslashes(text) % 2 === 1 ? `${text}fffd ` : text
}

function countTrailingBackslashes(text: string): number {
  return /\\*$/.exec(text)?.[0].length ?? 0
}
