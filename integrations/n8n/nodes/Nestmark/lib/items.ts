import type { IDataObject } from 'n8n-workflow'

/** A link as lists of the API and webhooks have it. */
export interface ApiLink {
  _id: string
  name: string
  parent: string | null
  enc?: 0 | 1
  create_date?: number
  link?: string
  desc?: string
  category?: number
  tags?: (string | { name: string })[]
}

/** A highlight as webhooks have it. */
export interface ApiHighlight {
  _id: string
  text: string
  comm: string
  title: string
  link: string
  style?: number
  create_date?: number
}

/** A page with its highlights, as lists of the API have it. */
export interface HighlightPage {
  link: string
  enc: 0 | 1
  data: { title: string; highlights: Omit<ApiHighlight, 'title' | 'link'>[] }
}

/** A node of the tree of collections. */
export interface TreeNode {
  _id: string
  path: string
  children: TreeNode[]
}

const categories = ['', 'image', 'video', 'link', 'note', 'audio']
const colors = ['', 'yellow', 'blue', 'pink', 'green']
const toDate = (time = 0) => new Date(time).toISOString()

/** Returns a link of a webhook or of a list; null for one without readable texts (encrypted, or deleted since). */
export function toLink(link: ApiLink): IDataObject | null {
  if (link.enc === 1 || link.link === undefined || link.name === '') return null
  return {
    id: link._id,
    title: link.name,
    address: link.link,
    description: link.desc,
    category: categories[link.category ?? 0],
    tags: (link.tags ?? []).map(tag => (typeof tag === 'string' ? tag : tag.name)).toSorted(),
    collection_id: link.parent,
    created: toDate(link.create_date),
  }
}

/** Returns a highlight of a webhook, with its page; null for one without readable texts. */
export function toHighlight(highlight: ApiHighlight): IDataObject | null {
  const { _id: id, text, comm: comment, style, title, link, create_date: created } = highlight
  if (text === '' || created === undefined) return null
  return {
    id,
    text,
    comment,
    color: colors[style ?? 0],
    page_title: title,
    page_address: link,
    created: toDate(created),
  }
}

/** Returns the highlights of pages, in the form of webhooks, the newest first. */
export function highlightsOfPages(pages: readonly HighlightPage[]): ApiHighlight[] {
  return pages
    .filter(({ enc }) => enc === 0)
    .flatMap(({ link, data }) => data.highlights.map(each => ({ ...each, link, title: data.title })))
    .toSorted((a, b) => (b.create_date ?? 0) - (a.create_date ?? 0))
}

/** Returns the collections below a node, each with its path, in the order of the tree. */
export function listTree(node: TreeNode): { name: string; value: string }[] {
  return node.children.flatMap(child => [{ name: child.path, value: child._id }, ...listTree(child)])
}
