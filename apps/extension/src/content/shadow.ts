import { hostTag, shownProperty } from '../lib/host.ts'

/** A closed root at the end of the page, which contains everything of the extension. The page cannot look into it. */
export interface Shadow {
  host: HTMLElement
  root: ShadowRoot
  /** Returns whether the rules that show it are in the page. */
  hasRules(): boolean
  /** Puts it above everything of the page, also where the page has removed it. */
  raise(): void
  remove(): void
}

/**
 * Adds the root to the page.
 * @param css the style sheet of the root; a sheet of the script is not subject to the policy of the page
 */
export function createShadow(css: string): Shadow {
  for (const left of document.querySelectorAll(hostTag)) left.remove()
  const host = document.createElement(hostTag)
  // Nothing of the page's styles applies to it, and it takes no room.
  host.style.cssText =
    'all:initial!important;position:fixed!important;inset:0 auto auto 0!important;z-index:2147483647!important'
  // In the top layer, the order of the page (`z-index`) and a `transform` of its body have no effect.
  host.popover = 'manual'
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet]
  const raise = () => {
    // Everything outside of a modal dialog takes no input.
    const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    if (host.parentElement !== parent) parent.append(host)
    if (host.matches(':popover-open')) host.hidePopover()
    host.showPopover()
  }
  raise()
  const hasRules = () => getComputedStyle(host).getPropertyValue(shownProperty) === 'block'
  return { host, root, hasRules, raise, remove: () => host.remove() }
}
