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
  const roots = new Set<Document | ShadowRoot>()
  const elements = new Map<Document | ShadowRoot, Element>()
  return {
    insert(root) {
      roots.add(root)
      try {
        if (sheet && !root.adoptedStyleSheets.includes(sheet))
          root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
      } catch {
        // Content scripts of Firefox may not change the list.
        if (elements.get(root)?.isConnected) return
        const style = document.createElement('style')
        style.textContent = rules
        elements.set(root, style)
        ;('head' in root ? root.head : root).append(style)
      }
    },
    remove() {
      for (const root of roots) {
        elements.get(root)?.remove()
        try {
          root.adoptedStyleSheets = root.adoptedStyleSheets.filter(each => each !== sheet)
        } catch {
          // The element was the only one.
        }
      }
      roots.clear()
    },
  }
}
