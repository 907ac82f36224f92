import { plainName, removedAttributes, removedTags, removedWithContent } from '@nestmark/core/copy/elements'
import { copyPolicy } from '@nestmark/core/copy/copyHead'
import { copySoup, soup } from '@nestmark/core/copy/pageSoup.testing'
import fc from 'fast-check'
import { expect } from 'vitest'
import { launchBrowser } from '../support/browser.ts'

/** Copies that the browser parses in one call. */
const batch = 500
const policy = {
  elements: [...removedTags, ...removedWithContent, 'x-evil'],
  attributes: [...removedAttributes],
  name: plainName.source,
  content: copyPolicy,
}

/**
 * Expects that the browser finds in copies of generated pages no element, attribute or address that a copy may not have.
 * @param seed of the generator
 */
export async function expectCleanCopies(count: number, seed: number): Promise<void> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const copies = fc.sample(soup, { numRuns: count, seed }).map(copySoup)
    for (let at = 0; at < copies.length; at += batch) {
      const part = copies.slice(at, at + batch)
      const found = await page.evaluate(findForbidden, { part, policy })
      expect(found, `seed ${seed}`).toEqual([])
    }
  } finally {
    await browser.close()
  }
}

/** Runs in the browser. Returns what copies may not have, with the copy. */
function findForbidden({
  part,
  policy: { elements, attributes, name, content },
}: {
  part: string[]
  policy: { elements: string[]; attributes: string[]; name: string; content: string }
}): string[] {
  const isName = new RegExp(name)
  const isSvgName = /^[a-zA-Z][a-zA-Z0-9:._-]{0,99}$/
  const metaNames = ['viewport', 'author', 'description', 'color-scheme']

  /** Returns the addresses of a sheet as the browser serialises it, which is with double quotes. */
  function listAddresses(css: string): string[] {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    const text = [...sheet.cssRules].map(rule => rule.cssText).join('\n')
    const strings = /url\("((?:[^"\\]|\\[^])*)"\)|"(?:[^"\\]|\\[^])*"|url\(([^)]*)/g
    return [...text.matchAll(strings)].flatMap(([, quoted, plain]) => quoted ?? plain ?? [])
  }
  const checkCss = (css: string) =>
    listAddresses(css)
      .filter(address => !/^(?:#|data:(?:,|image\/|font\/))/.test(address))
      .map(address => `the address ${address} in a style`)

  function checkAttribute(element: Element, { name: written, value }: Attr): string[] {
    const key = written.toLowerCase()
    const tag = element.localName
    const isLink = tag === 'a' || tag === 'area'
    const problem = [`${tag} ${key}="${value}"`]
    if (!isName.test(key) || key.startsWith('on')) return problem
    if (key === 'href' || key === 'xlink:href') {
      const allowed = isLink ? /^(?:https?:|#|mailto:|tel:)/ : /^(?:#|data:image\/)/
      return allowed.test(value) ? [] : problem
    }
    if (key === 'src' || key === 'background') return value.startsWith('data:image/') ? [] : problem
    if (key === 'target') return isLink && value === '_blank' ? [] : problem
    if (key === 'rel') return isLink && value === 'noopener noreferrer' ? [] : problem
    if (key === 'http-equiv')
      return tag === 'meta' && element.getAttribute('content') === content ? [] : problem
    if (key === 'attributename' && /^(?:xlink:)?href$|^on/i.test(value.trim())) return problem
    if (key === 'style') return checkCss(`a{${value}}`)
    if (key === 'fill') return checkCss(`a{fill:${value}}`)
    return attributes.includes(key) ? problem : []
  }

  function checkElement(element: Element): string[] {
    const tag = element.localName
    const found = [...element.attributes].flatMap(each => checkAttribute(element, each))
    if (!isSvgName.test(tag)) found.push(`an element ${tag}`)
    if (tag === 'meta') {
      const isOwn = element.hasAttribute('charset') || element.hasAttribute('http-equiv')
      if (!isOwn && !metaNames.includes(element.getAttribute('name') ?? '')) found.push('a meta')
    } else if (elements.includes(tag.toLowerCase())) found.push(`an element ${tag}`)
    if (tag === 'style') found.push(...checkCss(element.textContent))
    const shadow = element.shadowRoot
    if (shadow) found.push(...checkTree(shadow))
    if (element instanceof HTMLTemplateElement) found.push(...checkTree(element.content))
    return found
  }
  const checkTree = (root: ParentNode): string[] => [...root.querySelectorAll('*')].flatMap(checkElement)

  return part.flatMap(html => {
    const trees = [Document.parseHTMLUnsafe(html), new DOMParser().parseFromString(html, 'text/html')]
    // Browsers ignore a policy outside of the head.
    const hasPolicy = trees.every(tree => tree.head.querySelector('meta[http-equiv]'))
    return [...trees.flatMap(checkTree), ...(hasPolicy ? [] : ['no policy'])].map(
      problem => `${problem} of ${html}`,
    )
  })
}
