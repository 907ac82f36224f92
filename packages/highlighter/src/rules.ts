/** The sheet of rules in the roots of a document, which styles from outside do not reach. */
export interface RuleSheet {
  /** Puts the rules into a root, unless they are there. */
  insert(root: Document | ShadowRoot): void
  remove(): void
}

/** Creates a sheet that each root adopts. A policy of the page against styles does not apply to it. */
export function createRuleSheet(document: Document, rules: string): RuleSheet {
  const view = document.defaultView as (Window & typeof globalThis) | null
  const sheet = view ? new view.CSSStyleSheet() : null
  sheet?.replaceSync(rules)
  const elements = new Map<Document | ShadowRoot, Element | null>()
  return {
    insert(root) {
      if (!elements.has(root)) elements.set(root, null)
      if (sheet && root.adoptedStyleSheets.includes(sheet)) return
      if (!elements.get(root)?.isConnected && !adopt(root, sheet)) elements.set(root, append(root, rules))
    },
    remove() {
      for (const [root, element] of elements) {
        element?.remove()
        if (!element) root.adoptedStyleSheets = root.adoptedStyleSheets.filter(each => each !== sheet)
      }
      elements.clear()
    },
  }
}

/** Returns whether a root has adopted a sheet. Content scripts of Firefox may not change the list. */
function adopt(root: Document | ShadowRoot, sheet: CSSStyleSheet | null): boolean {
  if (!sheet) return false
  try {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
    return true
  } catch {
    return false
  }
}

function append(root: Document | ShadowRoot, rules: string): Element {
  const style = (root.ownerDocument ?? (root as Document)).createElement('style')
  style.textContent = rules
  const place = 'head' in root ? root.head : root
  place.append(style)
  return style
}
