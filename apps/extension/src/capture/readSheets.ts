import { type Part, splitCss } from './parts.ts'

/** Returns the rules of a sheet as they apply now, also those that scripts have added; with its imports. */
function readSheet(sheet: CSSStyleSheet, base: string, depth = 0): Part[] {
  if (sheet.disabled) return []
  const address = sheet.href ?? base
  let rules: CSSRuleList
  try {
    rules = sheet.cssRules
  } catch {
    // A sheet of another origin: its file may be readable.
    return sheet.href ? [{ kind: 'sheet', address: sheet.href }] : []
  }
  return [...rules].flatMap(rule => {
    const imported = 'styleSheet' in rule ? (rule as CSSImportRule) : null
    if (!imported) return splitCss(`${rule.cssText}\n`, address)
    if (!imported.styleSheet || depth > 3) return []
    const { mediaText } = imported.media
    const inner = readSheet(imported.styleSheet, address, depth + 1)
    return mediaText ? [`@media ${mediaText}{`, ...inner, '}\n'] : inner
  })
}

/** Returns the `style` element of a sheet. */
export function writeSheet(sheet: CSSStyleSheet, base: string): Part[] {
  const { mediaText } = sheet.media
  const css = readSheet(sheet, base)
  if (css.length === 0) return []
  return ['<style>', ...(mediaText ? [`@media ${mediaText}{`, ...css, '}'] : css), '</style>']
}
