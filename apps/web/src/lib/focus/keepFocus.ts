import { focusLastResort } from './hasNoFocus.ts'

/** Parts of the page set the focus themselves when they know a better place, some frames after a removal. */
const patience = 100

/** The elements around one, the nearest first. */
function listAncestors(element: Element): Element[] {
  const ancestors: Element[] = []
  for (let each = element.parentElement; each; each = each.parentElement) ancestors.push(each)
  return ancestors
}

/**
 * Keeps the focus on the page (WCAG 2.4.3). When the focused control is removed or disabled, browsers leave the focus to
 * the body: screen readers and keys then begin at the start of the window. It goes to the nearest part around the control
 * that takes a focus instead: a dialog, a panel or the page.
 * @returns a function that ends this
 */
export function keepFocus(): () => void {
  let control: Element | null = null
  let around: Element[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const restore = () => {
    timer = undefined
    if (control === null || isUsable(control)) return
    control = null
    if (document.activeElement !== null && document.activeElement !== document.body) return
    const part = around.find(each => each.isConnected && each.matches('[tabindex="-1"], [role=dialog]'))
    const next = part ?? document.getElementById('main')
    if (next instanceof HTMLElement) focusLastResort(next)
  }
  const onFocusIn = ({ target }: FocusEvent) => {
    control = target as Element
    around = listAncestors(control)
  }
  // A press beside all controls takes the focus away from a control that remains. One that is removed is still connected
  // during this event.
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return
    queueMicrotask(() => {
      if (control === target && isUsable(control as Element)) control = null
    })
  }
  const observer = new MutationObserver(() => {
    if (control !== null && timer === undefined && !isUsable(control)) timer = setTimeout(restore, patience)
  })
  document.addEventListener('focusin', onFocusIn)
  document.addEventListener('focusout', onFocusOut)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', onFocusIn)
    document.removeEventListener('focusout', onFocusOut)
  }
}

const isUsable = (element: Element): boolean => element.isConnected && !element.matches(':disabled')
