import { tokenTypes } from 'css-tree/tokenizer'
import {
  addressFunctions,
  closerOf,
  type CssToken,
  isCloser,
  isSubstitution,
  neutraliseToken,
  readCssName,
  readCssTokens,
  readCssValue,
  spellOutUrl,
  writeCssString,
} from './cssTokens.ts'
import { readImport, writeImport } from './cssImport.ts'
import {
  acceptFontData,
  acceptPictureData,
  isDataAddress,
  maxImportDepth,
  type Resources,
  resolveResource,
  type StyleSheet,
} from './resources.ts'

/** An address without content. Unlike `none`, it is valid wherever an address is. */
const nothing = 'data:,'

/** Nothing that is written before them joins what follows them. */
const separators: ReadonlySet<string> = new Set(['', ';', '{', '}', '/**/'])

/** The options for rewriting a style sheet. */
export interface CssOptions {
  /** Absolute; it resolves addresses. */
  address: string
  resources: Resources
  /** The number of sheets in the chain of imports above this one. */
  depth?: number
}

/**
 * Rewrites a style sheet so that it loads nothing: imported sheets, pictures and one font of each `@font-face` are
 * embedded, and all other addresses are removed. The result is complete: it may be put into a block.
 */
export function rewriteCss(css: string, options: CssOptions): string {
  return new CssRewriter(css, options, true).write()
}

/** Rewrites the declarations of a `style` attribute, or a value. */
export function rewriteDeclarations(css: string, options: CssOptions): string {
  return new CssRewriter(css, options, false).write()
}

interface Block {
  closer: string
  /** The name of the function. */
  name: string
  fontFace: boolean
}

class CssRewriter {
  readonly #css: string
  readonly #options: CssOptions
  readonly #isSheet: boolean
  readonly #blocks: Block[] = []
  #written: string[] = []
  /** The tokens of an at-rule that is replaced or removed. */
  #rule: { name: string; tokens: CssToken[]; depth: number } | null = null
  #isFontFace = false
  #hasFont = false

  constructor(css: string, options: CssOptions, isSheet: boolean) {
    this.#css = spellOutUrl(css.replaceAll('\0', '\ufffd'))
    this.#options = options
    this.#isSheet = isSheet
  }

  write(): string {
    readCssTokens(this.#css, token => this.#read(token))
    this.#endRule()
    for (const { closer } of this.#blocks.toReversed()) this.#written.push(closer)
    return this.#written.join('')
  }

  #read(token: CssToken): void {
    if (this.#rule) return this.#readRule(token)
    if (token.type === tokenTypes.AtKeyword) {
      const name = readCssName(token)
      if (name === 'import' || name === 'charset' || name === 'namespace') {
        this.#rule = { name, tokens: [], depth: 0 }
        return
      }
      this.#isFontFace = name === 'font-face'
    }
    const closer = closerOf(token)
    if (closer !== undefined) this.#open(token, closer)
    else if (isCloser(token)) this.#close(token)
    else this.#written.push(this.#rewrite(token))
  }

  #open(token: CssToken, closer: string): void {
    const inside = this.#blocks.at(-1)
    const name = readCssName(token)
    const isBlock = token.type === tokenTypes.LeftCurlyBracket
    if (isBlock && this.#isFontFace) this.#hasFont = false
    const fontFace = (inside?.fontFace ?? false) || (isBlock && this.#isFontFace)
    this.#blocks.push({ closer, name, fontFace })
    if (isBlock) this.#isFontFace = false
    const isReplaced = isSubstitution(name) && this.#blocks.some(block => addressFunctions.has(block.name))
    this.#written.push(isReplaced ? 'removed(' : neutraliseToken(token))
  }

  /** Separates the tokens around something that was removed: together they could be an address or a comment. */
  #separate(): void {
    if (!separators.has(this.#written.at(-1) ?? '')) this.#written.push('/**/')
  }

  /** An unmatched bracket would end the block into which the sheet is put. */
  #close(token: CssToken): void {
    if (this.#blocks.length === 0) return this.#separate()
    if (this.#blocks.at(-1)?.closer === token.text) this.#blocks.pop()
    this.#written.push(token.text)
  }

  #rewrite(token: CssToken): string {
    const { type } = token
    const inside = this.#blocks.at(-1)
    if (type === tokenTypes.BadUrl) return `url(${writeCssString(nothing)})`
    if (type === tokenTypes.Url) return `url(${writeCssString(this.#embed(token))})`
    if (type !== tokenTypes.String || !inside || !addressFunctions.has(inside.name))
      return neutraliseToken(token)
    return writeCssString(this.#embed(token))
  }

  #embed(token: CssToken): string {
    const value = readCssValue(token).trim()
    if (value.startsWith('#')) return value
    const isFont = this.#blocks.at(-1)?.fontFace ?? false
    if (isDataAddress(value)) return (isFont ? acceptFontData(value) : acceptPictureData(value)) ?? nothing
    const address = value === '' ? null : resolveResource(value, this.#options.address)
    if (!address) return nothing
    if (!isFont) return this.#options.resources.findPicture(address) ?? nothing
    if (this.#hasFont || !this.#isWebFont(address, token)) return nothing
    this.#hasFont = true
    return this.#options.resources.findFont(address) ?? nothing
  }

  /** Returns true for the two formats that all current browsers support. */
  #isWebFont(address: string, token: CssToken): boolean {
    const format = /^\)?\s*format\(\s*["']?woff2?\b/i
    return /\.woff2?(?:\?|$)/i.test(address) || format.test(this.#css.slice(token.end, token.end + 60))
  }

  #readRule(token: CssToken): void {
    const rule = this.#rule
    if (!rule) return
    const isOutside = rule.depth === 0
    if (isOutside && token.type === tokenTypes.Semicolon) return this.#endRule()
    // The rule has no end. A block after it belongs to it, and the end of the block around it ends it.
    if (isOutside && isCloser(token) && this.#blocks.at(-1)?.closer === token.text) {
      this.#endRule()
      return this.#close(token)
    }
    if (closerOf(token) !== undefined) rule.depth++
    else if (isCloser(token) && !isOutside) {
      rule.depth--
      if (rule.depth === 0 && token.type === tokenTypes.RightCurlyBracket) {
        this.#rule = null
        return this.#separate()
      }
    }
    rule.tokens.push(token)
  }

  #endRule(): void {
    const rule = this.#rule
    this.#rule = null
    if (rule) this.#separate()
    if (rule?.name !== 'import' || !this.#isSheet || this.#blocks.length > 0) return
    const { resources, depth = 0 } = this.#options
    const wanted = readImport(rule.tokens)
    const address = wanted && resolveResource(wanted.address, this.#options.address)
    const sheet: StyleSheet | null =
      address && depth < maxImportDepth ? resources.findStyleSheet(address) : null
    if (!wanted || !sheet) return
    const css = rewriteCss(sheet.css, { address: sheet.address, resources, depth: depth + 1 })
    this.#written.push(writeImport(css, wanted))
  }
}
