import { animations, plainName, removedAttributes } from './elements.ts'
import { lazyAttributes } from './pictureAddress.ts'
import { acceptPictureData, resolveAddress, resolveResource } from './resources.ts'
import { type CssOptions, rewriteDeclarations } from './rewriteCss.ts'
import type { StartTag } from './pageTokens.ts'

/** Maximum length of an attribute that styles may refer to, in UTF-16 code units. */
const maxDataAttribute = 200
const linkElements = new Set(['a', 'area'])
const buttons = new Set(['submit', 'button', 'reset'])
/** Attributes of SVG with a value of CSS, which may contain an address. */
const styleAttributes = new Set([
  'by',
  'clip-path',
  'color-profile',
  'cursor',
  'fill',
  'filter',
  'from',
  'marker',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'mask-image',
  'stroke',
  'to',
  'values',
])
const picturesOfSvg = new Set(['image', 'feimage'])

/**
 * Returns the attributes that the copy of an element has. None runs a script or loads a resource; links to other
 * pages are absolute.
 * @param css resolves addresses and finds pictures
 */
export function copyAttributes({ name, attributes }: StartTag, css: CssOptions): [string, string][] {
  const copied: [string, string][] = []
  for (const [attribute, value] of attributes) {
    // Passwords and hidden values are useless in a form without a server.
    if (attribute === 'value' && name === 'input' && !buttons.has(attributes.get('type') ?? '')) continue
    const rewritten = rewriteAttribute(name, attribute, value, css)
    if (rewritten !== null) copied.push([attribute, rewritten])
  }
  if (linkElements.has(name) && copied.some(([key]) => key === 'href'))
    copied.push(['target', '_blank'], ['rel', 'noopener noreferrer'])
  return copied
}

/** Returns the value of an attribute; null when the copy does not have it. */
function rewriteAttribute(element: string, name: string, value: string, css: CssOptions): string | null {
  if (!plainName.test(name) || name.startsWith('on') || removedAttributes.has(name)) return null
  if (lazyAttributes.has(name)) return null
  if (name.startsWith('data-')) return value.length <= maxDataAttribute ? value : null
  if (name === 'style') return rewriteDeclarations(value, css)
  if (name === 'href' || name === 'xlink:href') return rewriteHref(element, value, css)
  if (name === 'background') return embedPicture(value, css)
  if (name === 'cite' || name === 'poster') return null
  if (name === 'attributename' && animations.has(element) && /^(?:xlink:)?href$|^on/i.test(value.trim()))
    return null
  return styleAttributes.has(name) ? rewriteDeclarations(value, css) : value
}

function rewriteHref(element: string, value: string, css: CssOptions): string | null {
  const target = value.trim()
  if (target.startsWith('#')) return target
  if (picturesOfSvg.has(element)) return embedPicture(target, css)
  if (!linkElements.has(element)) return null
  if (/^(?:mailto|tel):/i.test(target)) return target
  const address = resolveAddress(target, css.address)
  // A link within the page works in the copy.
  const here = resolveResource(css.address, css.address)
  return address?.startsWith(`${here}#`) ? address.slice(here?.length) : address
}

function embedPicture(value: string, css: CssOptions): string | null {
  const address = resolveResource(value, css.address)
  return acceptPictureData(value) ?? (address && css.resources.findPicture(address))
}
