/** How many characters decide what a bracket or a quote means. */
export const lookAhead = 4096

const space = String.raw`\s{0,500}`
const rowStart = new RegExp(
  String.raw`<(?:dt|li)>${space}<(?:a|h3)[\s>]|<a\s[^<>]{0,1000}?\b(?:add_date|time_added)\s{0,20}=`,
  'iy',
)
const listTag = /\s{0,500}<(?:\/?(?:d[dlt]|[uo]l|p|body|html)|hr|\/li|!--[^<]{0,500}--)\s{0,20}>/iy
const fileEnd = /\s{0,500}(?:<[^<>]{0,20})?$/y
const blanks = /\s{0,500}/y
const noteStart = /<dd\s{0,20}>/iy
/** The number of tags after a list's tag that are looked at. */
const maxListTags = 20
const tagStart = /<\/?([a-z][a-z\d]{0,20})(?=[\s/>])/iy
// Programs write no blanks around the equals sign; people do, as in `a <b c = d>`.
const wellFormedTag =
  /<\/?([a-z][a-z\d]{0,20})(?:\s{1,100}[a-z_][\w:.-]{0,100}=(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))*\s{0,100}\/?>/iy

/** The first letters of row starts and structure. */
const mayBeStructure = new Set('/dDlLaAuUoOhH')
/**
 * The elements with which texts are formatted. The names of others are also those of types and components, as in
 * `List<Object>`, and those of the file's own lists are words about it.
 */
const noteElements = new Set(
  (
    'a abbr acronym address b bdi bdo big blockquote br center cite code del dfn div em figcaption figure ' +
    'font h1 h2 h3 h4 h5 h6 i img ins kbd li mark nobr ol p pre q rp rt ruby s samp small span strike strong ' +
    'sub sup table tbody td tfoot th thead tr tt u ul wbr'
  ).split(' '),
)
// Names that are not listed, as in `List<String>` or `<R&D>`, are text that a person typed. So are those whose content an
// HTML parser would not split, such as `<textarea>`: the rows after them would be lost.
const otherElements = new Set(
  (
    'area article aside audio base basefont body button canvas caption col colgroup data datalist dd details ' +
    'dialog dir dl dt embed fieldset footer form frame frameset head header hgroup hr html input isindex ' +
    'label legend link main map menu meta meter nav noscript object optgroup option output param picture ' +
    'progress search section select slot source summary svg template time track var video'
  ).split(' '),
)

/** Returns whether a row of the file, a link or a folder, begins at a bracket. It does so wherever the bracket is. */
export function isRowStart(text: string, at: number): boolean {
  return matches(rowStart, text, at)
}

/** Returns whether a tag begins at a bracket outside a title and a note. */
export function isBodyTag(text: string, at: number): boolean {
  const name = tagName(tagStart, text, at)
  return noteElements.has(name) || otherElements.has(name)
}

/**
 * Returns whether a bracket in a title is the end of the title. All other tags are text: many programs write titles as
 * they are.
 * @param name the element of the title
 */
export function isTitleEnd(text: string, at: number, name: string, isLineStart: () => boolean): boolean {
  if (text.startsWith('</', at)) {
    const end = at + 2 + name.length
    if (text.slice(at + 2, end).toLowerCase() === name && /^\s*>/.test(text.slice(end, end + 20))) return true
  }
  return isStructure(text, at, isLineStart)
}

/** Returns whether a bracket in a note begins a tag of formatted text. All others are text that a person typed. */
export function isNoteTag(text: string, at: number, isLineStart: () => boolean): boolean {
  if (isStructure(text, at, isLineStart)) return true
  const name = tagName(wellFormedTag, text, at)
  return noteElements.has(name) && wellFormedTag.lastIndex - at <= lookAhead
}

/**
 * Returns whether a tag of the file's lists begins at a bracket, and not a word about such a tag: only such tags follow,
 * up to the next row or the end.
 */
function isStructure(text: string, at: number, isLineStart: () => boolean): boolean {
  if (!mayBeStructure.has(text[at + 1] ?? '')) return false
  if (isRowStart(text, at)) return true
  if (matches(noteStart, text, at) && isLineStart()) return true
  let end = at
  for (let tags = 0; matches(listTag, text, end); tags++) {
    end = listTag.lastIndex
    if (tags === maxListTags || matches(fileEnd, text, end)) return true
    matches(blanks, text, end)
    if (isRowStart(text, blanks.lastIndex)) return true
  }
  return false
}

function tagName(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at
  return expression.exec(text)?.[1]?.toLowerCase() ?? ''
}

function matches(expression: RegExp, text: string, at: number): boolean {
  expression.lastIndex = at
  return expression.test(text)
}
