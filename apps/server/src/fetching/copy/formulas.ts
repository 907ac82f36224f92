/** The elements of MathML. */
export const mathElements: ReadonlySet<string> = new Set(
  (
    'math mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd ' +
    'mlabeledtr mstyle mpadded mphantom menclose mfenced merror maction mmultiscripts mprescripts none semantics ' +
    'annotation annotation-xml'
  ).split(' '),
)
/** The class of a formula that a page has as TeX or AsciiMath in a script. */
export const texClass = 'formula-tex'
/** The elements in which KaTeX, MathJax and MediaWiki write one formula in several forms. */
const renderings =
  '.katex, mjx-container, .mwe-math-element, .MathJax_Display, .MathJax, .MathJax_CHTML, .MathJax_SVG'

/** Replaces each formula, with all its forms, by its TeX; without one, by the symbols of its MathML in a line. */
export function replaceFormulas(document: Document): void {
  const scripts = document.querySelectorAll(`.${texClass}`)
  if (scripts.length > 0)
    for (const preview of document.querySelectorAll('.MathJax_Preview')) preview.remove()
  for (const rendering of document.querySelectorAll(renderings)) {
    const math = rendering.querySelector('math')
    // MathJax 2 writes the script after what it renders.
    if (rendering.nextElementSibling?.classList.contains(texClass)) rendering.remove()
    else if (math) rendering.replaceWith(math)
    // Its symbols are all that the page has.
    else for (const shown of rendering.querySelectorAll('[aria-hidden]')) shown.removeAttribute('aria-hidden')
  }
  for (const math of document.querySelectorAll('math')) {
    const code = document.createElement('code')
    code.textContent = toTex(math)
    math.replaceWith(code)
  }
}

function toTex(math: Element): string {
  const written =
    math.querySelector('annotation[encoding="application/x-tex"]')?.textContent ??
    math.getAttribute('alttext')
  if (!written?.trim()) return toLine(math).trim()
  const tex = written.trim()
  const start = '{\\displaystyle'
  return tex.startsWith(start) && tex.endsWith('}') ? tex.slice(start.length, -1).trim() : tex
}

/** Returns the symbols of MathML in one line, such as `x^2` and `(a+b)/c`. */
function toLine(node: Element): string {
  const parts = [...node.children].map(toLine)
  const [first = '', second = '', third = ''] = parts.map((part, at) =>
    at > 0 || part.length > 1 ? group(part) : part,
  )
  switch (node.localName.toLowerCase()) {
    case 'msup':
    case 'mover':
      return `${first}^${second}`
    case 'msub':
    case 'munder':
      return `${first}_${second}`
    case 'msubsup':
    case 'munderover':
      return `${first}_${second}^${third}`
    case 'mfrac':
      return `${first}/${second}`
    case 'msqrt':
      return `√(${parts.join('')})`
    case 'mroot':
      return `√(${parts[0] ?? ''}, ${parts[1] ?? ''})`
    case 'mtd':
      return `${parts.join('')} `
    case 'annotation':
    case 'annotation-xml':
      return ''
    default:
      return parts.length > 0 ? parts.join('') : (node.textContent ?? '').trim()
  }
}

const group = (part: string) => (part.length > 1 ? `(${part})` : part)
