import type { Page } from 'playwright-core'

/**
 * Returns the controls on a touch screen that are smaller than 44 by 44 pixels, with their sizes. A control may
 * extend its area invisibly, so the points of the area are tested, not the box. Links inside sentences are exempt,
 * as in WCAG 2.5.5.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const size = 44
    const selector =
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=checkbox]'
    const found: string[] = []
    const isInSentence = (element: Element) =>
      ['inline', 'inline-block'].includes(getComputedStyle(element).display) &&
      (element.parentElement?.textContent ?? '').trim().length > (element.textContent ?? '').trim().length + 3
    const isHit = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y)
      if (!hit) return false
      if (element.contains(hit)) return true
      // A press on the label of a field is a press on the field.
      const label = hit.closest('label')
      return label !== null && (label.contains(element) || label.htmlFor === element.id)
    }
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      if (element.matches(':disabled') || element.closest('[inert], [aria-hidden=true]')) continue
      element.scrollIntoView({ block: 'center', inline: 'center' })
      const box = element.getBoundingClientRect()
      if (box.width <= 1 || box.height <= 1 || isInSentence(element)) continue
      const x = box.x + box.width / 2
      const y = box.y + box.height / 2
      // A control that is covered by another element is not a target, such as the link under a selected card.
      if (!isHit(element, x, y)) continue
      const measure = (dx: number, dy: number) => {
        let reach = 0
        while (reach < size && isHit(element, x + dx * (reach + 1), y + dy * (reach + 1))) reach++
        return reach
      }
      const width = measure(1, 0) + measure(-1, 0) + 1
      const height = measure(0, 1) + measure(0, -1) + 1
      // The border of a field belongs to its box, not to the field.
      if (Math.min(width, height) < size - 2)
        found.push(
          `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}” ${width} × ${height} ${element.className.toString().slice(0, 40)}`,
        )
    }
    return [...new Set(found)]
  })
