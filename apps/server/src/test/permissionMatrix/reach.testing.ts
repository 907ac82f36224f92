import { getCollection, listSubcollections } from '@nestmark/contract/collections'
import { getNote } from '@nestmark/contract/links/linkNote'
import { listDashboardLinks, listCollectionLinks, getLink } from '@nestmark/contract/links/links'
import { notifications } from '@nestmark/contract/notifications'
import { getSharedTrees, listSharedCollections, visitLink } from '@nestmark/contract/sharing/share'
import { countSearchResults, searchLibrary } from '@nestmark/contract/search/search'
import { addSuggestion, listSentSuggestions } from '@nestmark/contract/sharing/suggestions'
import type { TreeNode } from '@nestmark/contract/shapes'
import type { TestApp } from '../support/app.ts'
import { toOutcome, type Person } from '../support/people.ts'

/** The targets of the access checks: a collection, a link in it, and the picture of that link. */
export interface Hidden {
  deepest: string
  link: string
  picture: string
}

const namesIn = (node: TreeNode): string[] => [node.folder_name, ...node.children.flatMap(namesIn)]

/** Returns the result of every operation through which a person could access the targets. */
export async function readAccessible(app: TestApp, who: Person, { deepest, link, picture }: Hidden) {
  const call = who.call
  const form = { name: 'suggested', desc: 'x', category: 4 as const, parent: deepest }
  const folder = await call(getCollection, { folder_id: deepest }).catch(() => null)
  const session = await sessionPass(who)
  const shown = await fetch(`${app.origin}/pictures/${picture}${session}`)
  const feed = await fetch(`${app.origin}/c/${deepest}/feed.json`)
  return {
    role: folder?.folder.role ?? null,
    way: folder?.breadcrumb.map(each => each.name) ?? [],
    inside: await toOutcome(call(listSubcollections, { folder_id: deepest })),
    links: await toOutcome(call(listCollectionLinks, { folder_id: deepest })),
    filtered: await toOutcome(
      call(listCollectionLinks, { folder_id: deepest, include_sub: 1, input: 'deep' }),
    ),
    listed: await toOutcome(call(listDashboardLinks, { folder_id: deepest })),
    link: await toOutcome(call(getLink, { link_id: link })),
    note: await toOutcome(call(getNote, { link_id: link })),
    suggest: await toOutcome(call(addSuggestion, form)),
    anybody: (await app.as(null)(visitLink, { link_id: link })).link === null ? 'nothing' : 'shown',
    picture: shown.status,
    feed: feed.status,
    shared: (await call(listSharedCollections, {})).map(each => each.name),
    trees: (await call(getSharedTrees, {})).flatMap(each => namesIn(each.tree)),
    notified: (await call(notifications, {}))
      .flatMap(each => [each.folder_id?.name, each.subject])
      .filter(Boolean),
    found: await foundBy(who, { deepest, link }),
    suggested: distinct((await call(listSentSuggestions, {})).map(each => each.parent_name)),
  }
}

/** Returns what a search discloses, by its words and by every filter. */
async function foundBy(
  { call }: Person,
  { deepest, link }: Pick<Hidden, 'deepest' | 'link'>,
): Promise<string[]> {
  const { links, folders } = await call(searchLibrary, { input: 'deep' })
  const inside = await call(searchLibrary, { input: 'in:deep' })
  const { category_counts } = await call(countSearchResults, { input: 'deep' })
  return [
    ...(links.some(each => each._id === link) ? ['link'] : []),
    ...(folders.some(each => each._id === deepest) ? ['deepest'] : []),
    ...(inside.links.some(each => each._id === link) ? ['inside'] : []),
    ...(category_counts[3]! > links.filter(each => each._id !== link).length ? ['counted'] : []),
  ]
}

const distinct = (names: readonly (string | undefined)[]) => [...new Set(names.filter(Boolean))]

/** Returns the query string with the session token for pictures, from a picture of the person. */
async function sessionPass({ call }: Person): Promise<string> {
  const { links } = await call(listDashboardLinks, { page: 1 })
  const own = links.find(each => each.thumbnail)?.thumbnail
  return own ? `?${own.split('?')[1]}` : ''
}

/** The results for a person without access. */
export const nothing = {
  role: null,
  way: [],
  inside: 'collections.private',
  links: 'collections.private',
  filtered: 'collections.private',
  listed: 'collections.notFound',
  link: 'links.private',
  note: 'links.notFound',
  suggest: 'collections.notFound',
  anybody: 'nothing',
  picture: 404,
  feed: 404,
  shared: [],
  trees: [],
  notified: [],
  found: [] as string[],
  suggested: [],
}
