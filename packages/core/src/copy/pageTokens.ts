import { Tokenizer } from 'htmlparser2'

/** A start tag. */
export interface StartTag {
  /** In lower case. */
  name: string
  /** By names in lower case. As in HTML, the first of several with the same name counts. */
  attributes: Map<string, string>
  isSelfClosing: boolean
}

/** The callbacks for the tokens of a page. */
export interface TokenHandlers {
  /** @param text after `<!`, such as `doctype html` */
  declaration(text: string): void
  start(tag: StartTag): void
  /** @param name in lower case */
  end(name: string): void
  /** References are decoded. */
  text(text: string): void
  /** @returns true inside of SVG and MathML, where scripts and style sheets are ordinary elements */
  isForeign(): boolean
}

/** Maximum number of attributes of one element; the others are ignored. */
const maxAttributes = 200

/**
 * Splits a page into tokens, without building a tree: depth and missing end tags use no memory. Comments are
 * omitted, and so is NUL: parsers replace it, ignore it or end at it.
 */
export function readTokens(page: string, handlers: TokenHandlers): void {
  const html = page.replaceAll('\0', '')
  let name = ''
  let attributes = new Map<string, string>()
  let attribute = ''
  let value = ''
  const start = (isSelfClosing: boolean) => handlers.start({ name, attributes, isSelfClosing })
  const ignore = () => undefined
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(from, to) {
        name = html.slice(from, to).toLowerCase()
        attributes = new Map()
      },
      onattribname(from, to) {
        attribute = html.slice(from, to).toLowerCase()
        value = ''
      },
      onattribdata: (from, to) => void (value += html.slice(from, to)),
      onattribentity: code => void (value += String.fromCodePoint(code)),
      onattribend() {
        if (!attributes.has(attribute) && attributes.size < maxAttributes) attributes.set(attribute, value)
      },
      onopentagend: () => start(false),
      onselfclosingtag: () => start(true),
      onclosetag: (from, to) => handlers.end(html.slice(from, to).toLowerCase()),
      ontext: (from, to) => handlers.text(html.slice(from, to)),
      ontextentity: code => handlers.text(String.fromCodePoint(code)),
      oncdata: (from, to) => {
        if (handlers.isForeign()) handlers.text(html.slice(from, to))
      },
      ondeclaration: (from, to) => handlers.declaration(html.slice(from, to)),
      oncomment: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
      isInForeignContext: () => handlers.isForeign(),
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
