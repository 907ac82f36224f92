import { compareKey } from '@nestmark/core/words/compareKey'
import { parseLanguageTag, resolveWebAddress, type Metadata } from './metadata.ts'
import { cleanText, maxDescription, maxTitle } from './cleanText.ts'
import { htmlToText } from './htmlToText.ts'

type Node = Record<string, unknown>

/** Limit on the nodes of a graph (S19). */
const maxNodes = 2000

/** Types that are on a page without being its subject. */
const secondaryTypes =
  /^(Organization|.*Corporation|BreadcrumbList|WebSite|Person|ImageObject|ListItem|ItemList|SearchAction)$/
/** Types that describe a page less precisely than an article or a product on it. */
const genericTypes = /^(\w*Page|Thing)$/
/** Types that sites use for the subject of a page only. Others, such as a shop or an event, are on all pages of a site. */
const subjectTypes = [
  /(^Report|Article|[a-z]Posting)$/,
  /^(Product\w*|IndividualProduct|SomeProducts|Vehicle|Car|Book|Movie|Recipe)$/,
]

/**
 * Returns the metadata in JSON-LD (schema.org) about the page: of the node with its address, otherwise of its only
 * article or product. Nodes about the site or another page are ignored.
 * @param scripts the texts of the script elements
 * @param base resolves relative addresses
 * @param addresses of the page: of the response, and the canonical one
 */
export function readJsonLd(scripts: string[], base: string, addresses: readonly string[]): Metadata {
  const nodes = scripts.flatMap(script => readNodes(script)).slice(0, maxNodes)
  const subject = findSubject(nodes, base, addresses.map(compareKey))
  if (!subject) return {}
  const byId = new Map(nodes.filter(node => node['@id']).map(node => [node['@id'], node]))
  const pictures = [subject.image, subject.thumbnailUrl, subject.thumbnail].flatMap(value =>
    listPictures(value, byId),
  )
  const publisher = Array.isArray(subject.publisher) ? subject.publisher[0] : subject.publisher
  return {
    title: readTitle(subject),
    description: cleanText(htmlToText(subject.description), maxDescription),
    images: pictures.map(text => resolveWebAddress(text, base)).filter(address => address !== undefined),
    siteName: isNode(publisher) ? cleanText(htmlToText(publisher.name), 100) : '',
    keywords: toTexts(subject.keywords).flatMap(text => text.split(',')),
    lang: parseLanguageTag(subject.inLanguage),
  }
}

function findSubject(nodes: Node[], base: string, pageKeys: readonly string[]): Node | undefined {
  const has = (node: Node, pattern: RegExp) => listTypes(node).some(type => pattern.test(type))
  const titled = nodes.filter(node => !has(node, secondaryTypes) && readTitle(node))
  const ofPage = titled.filter(node =>
    listPageAddresses(node, base).some(address => pageKeys.includes(compareKey(address))),
  )
  // The products of one page may have addresses of their own in its query.
  const paths = pageKeys.map(removeQuery)
  const mayBeSubject = (node: Node) => {
    const pages = listPageAddresses({ ...node, '@id': undefined }, base)
    return pages.length === 0 || pages.some(page => paths.includes(removeQuery(compareKey(page))))
  }
  const byType = subjectTypes.map(pattern => titled.filter(node => has(node, pattern) && mayBeSubject(node)))
  return (
    ofPage.find(node => node.headline) ??
    ofPage.find(node => !has(node, genericTypes)) ??
    // The articles or products of a list are not its subject.
    byType.find(found => new Set(found.map(readTitle)).size === 1)?.[0] ??
    ofPage[0]
  )
}

const removeQuery = (key: string) => key.split(/[?#]/, 1)[0] ?? ''

/** Returns the addresses of the page that a node is about. An `@id` with a fragment names a part of its page. */
function listPageAddresses(node: Node, base: string): string[] {
  const page = node.mainEntityOfPage
  const id = toTexts(node['@id']).filter(text => !text.includes('#'))
  return [...id, ...toTexts(node.url), ...toTexts(isNode(page) ? page['@id'] : page)]
    .map(text => resolveWebAddress(text, base))
    .filter(address => address !== undefined)
}

/** Returns the nodes of one script, including those in its graph and lists, without nested ones. */
function readNodes(script: string): Node[] {
  let root: unknown
  try {
    // Line breaks inside strings are common and invalid in JSON; elsewhere they can be spaces.
    root = JSON.parse(script.replace(/<!\[CDATA\[|\]\]>/g, '').replace(/\p{Cc}+/gu, ' '))
  } catch {
    return []
  }
  const found: Node[] = []
  const waiting: unknown[] = [root]
  for (let seen = 0; waiting.length > 0 && seen < maxNodes; seen++) {
    const next = waiting.shift()
    if (Array.isArray(next)) waiting.unshift(...next.slice(0, maxNodes))
    else if (isNode(next)) {
      found.push(next)
      waiting.push(next['@graph'], next.mainEntity, next.mainEntityOfPage)
    }
  }
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toTexts(value: unknown): string[] {
  const list = Array.isArray(value) ? value.slice(0, 50) : [value]
  return list.filter(item => typeof item === 'string')
}

function listTypes(node: Node): string[] {
  return toTexts(node['@type']).map(type => type.slice(0, 200).replace(/^.*[/#:]/, ''))
}

function readTitle(node: Node): string {
  const text = [node.headline, node.name].flatMap(toTexts)[0]
  return cleanText(htmlToText(text), maxTitle)
}

/**
 * Returns the addresses of a picture, which may be an address, an object, a list of either, or a reference to
 * another node of the graph.
 */
function listPictures(value: unknown, byId: Map<unknown, Node>): string[] {
  const list = Array.isArray(value) ? value.slice(0, 5) : [value]
  return list.flatMap(item => {
    if (!isNode(item)) return toTexts(item)
    const picture = item.url || item.contentUrl ? item : (byId.get(item['@id']) ?? item)
    return [...toTexts(picture.url), ...toTexts(picture.contentUrl)]
  })
}
