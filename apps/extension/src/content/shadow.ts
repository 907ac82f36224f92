/** A closed root at the end of the page, in which everything of the extension lies. The page cannot look into it. */
export interface Shadow {
  host: HTMLElement
  root: ShadowRoot
  remove(): void
}

/**
 * Adds the root to the page.
 * @param css the style sheet of the root; a sheet of the script is not subject to the policy of the page
 */
export function createShadow(css: string): Shadow {
  const host = document.createElement('div')
  // Nothing of the page's styles applies to it, and it takes no room.
  host.style.cssText =
    'all:initial!important;position:fixed!important;inset:0 auto auto 0!important;z-index:2147483647!important'
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  document.body.append(host)
  return { host, root, remove: () => host.remove() }
}
