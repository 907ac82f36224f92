const lineNumbers =
  '.lineno, .linenos, .linenumber, .lnt, .ln, .linenodiv, .gutter, .line-number, .line-numbers'

/** Prepares the code of a page: without line numbers, with its lines, and with the name of its language. */
export function prepareCode(document: Document): void {
  for (const table of document.querySelectorAll('table')) unwrapCodeTable(table)
  for (const number of document.querySelectorAll(lineNumbers))
    if (/^[\s\d]*$/.test(number.textContent ?? '')) number.remove()
  for (const pre of document.querySelectorAll('pre')) if (!pre.textContent?.includes('\n')) addLineBreaks(pre)
  for (const element of document.querySelectorAll('pre, code, [class*="highlight"]')) markLanguage(element)
}

/** Replaces a table of two cells, the line numbers and the code, by the code. */
function unwrapCodeTable(table: Element): void {
  const [first, second, ...more] = table.querySelectorAll('td, th')
  const code = second?.querySelector('pre')
  if (first && code && more.length === 0 && /^[\s\d]*$/.test(first.textContent ?? '')) table.replaceWith(code)
}

/** Adds the line breaks that a page shows by its style sheet only. */
function addLineBreaks(pre: Element): void {
  for (const line of pre.querySelectorAll('span, code'))
    if (isBlock(line) && line.previousElementSibling && isBlock(line.previousElementSibling))
      line.before('\n')
}

function isBlock(element: Element): boolean {
  return (
    /display\s*:\s*(?:block|flex|grid|table-row)/i.test(element.getAttribute('style') ?? '') ||
    [...element.classList].some(name => /^(?:[\w-]*-)?line$/i.test(name))
  )
}

/** Readability removes classes. */
function markLanguage(element: Element): void {
  const code = element.matches('pre, code') ? element : element.querySelector('pre')
  const name =
    /(?:^|\s)(?:(?:language|lang|highlight(?:-source)?)-|brush: ?)([\w+#.-]{1,30})/.exec(
      element.className,
    )?.[1] ?? /^[\w+#.-]{1,30}$/.exec(element.getAttribute('data-lang') ?? '')?.[0]
  if (name && code && !code.hasAttribute('data-language')) code.setAttribute('data-language', name)
}
