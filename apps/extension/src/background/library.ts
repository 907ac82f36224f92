import type { Client } from '@nestmark/contract/client'
import { createCollection, getTree } from '@nestmark/contract/collections'
import { pageHighlights } from '@nestmark/contract/reading/highlights'
import { getNote } from '@nestmark/contract/links/linkNote'
import { findSaved, trashLinks } from '@nestmark/contract/links/links'
import type { Link, TreeNode } from '@nestmark/contract/shapes'
import { autofillTags, listTags } from '@nestmark/contract/tags'
import { deleteState, readState, writeState } from './own.ts'

export interface TagSuggestion {
  name: string
  /** The number of links with it. */
  count: number
}

/** What the library has about a page that may be saved. */
export interface LookUp {
  saved: Link | null
  /** The person's note on the saved link. */
  note: string
  suggestions: TagSuggestion[]
  /** The colours of the highlights of the page. */
  highlights: (1 | 2 | 3 | 4)[]
  /** The server stores copies of pages. */
  keepsPages: boolean
  tree: TreeNode
}

/** Asks the server about a page. The tree is cached for popups without a network. */
export async function lookUp(
  api: Client,
  { url, title, desc }: { url: string; title: string; desc: string },
): Promise<LookUp> {
  const [{ links, can_keep: canKeep }, tree, fitting, tags, page] = await Promise.all([
    api.call(findSaved, { link: url }),
    api.call(getTree, {}),
    api.call(autofillTags, { link: url, name: title, desc }),
    api.call(listTags, { sort: 'links' }),
    api.call(pageHighlights, { url }),
  ])
  await writeState('tree', tree)
  // A server that does not say so is older, and stores them.
  const keepsPages = (canKeep as 0 | 1 | undefined) !== 0
  await writeState('keepsPages', keepsPages)
  const saved = links[0] ?? null
  const note = saved ? ((await api.call(getNote, { link_id: saved._id }))?.note ?? '') : ''
  const counts = new Map(tags.map(tag => [tag.name, tag.links_count]))
  const suggestions = fitting.flatMap(({ name }) =>
    counts.has(name) ? [{ name, count: counts.get(name) ?? 0 }] : [],
  )
  const highlights = (page?.data.highlights ?? []).map(({ style }) => style)
  return { saved, note, suggestions, highlights, keepsPages, tree }
}

/** Returns the person's tags that contain a text, the most used first. */
export async function suggestTags(api: Client, input: string): Promise<TagSuggestion[]> {
  const tags = await api.call(listTags, { input, sort: 'links', page: 1 })
  return tags.slice(0, 6).map(({ name, links_count: count }) => ({ name, count }))
}

export async function makeCollection(
  api: Client,
  name: string,
  parent: string | null,
): Promise<{ id: string; tree: TreeNode }> {
  const { _id: id } = await api.call(createCollection, { name, desc: '', parent })
  const tree = await api.call(getTree, {})
  await writeState('tree', tree)
  return { id, tree }
}

/** Moves a link that was just saved to the trash. */
export async function undoSave(api: Client, linkId: string): Promise<void> {
  await api.call(trashLinks, { linkIdArr: [linkId], isTrash: 1 })
}

/** Returns those of some addresses that are saved. */
export async function listSaved(api: Client, urls: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    urls.map(async link => ((await api.call(findSaved, { link })).total > 0 ? [link] : [])),
  )
  return found.flat()
}

/** Remembers where the person saved: for the next save, and for the next one from this site. */
export async function rememberParent(host: string, parent: string | null): Promise<void> {
  if (parent === null) return
  await writeState('lastParent', parent)
  const parents = (await readState('siteParents')) ?? {}
  // The newest hundred sites.
  const { [host]: _, ...others } = parents
  const newest = Object.entries(others).slice(-99)
  await writeState('siteParents', Object.fromEntries([...newest, [host, parent]]))
}

/** Forgets a collection that takes no saves any more, so that the next save does not choose it. */
export async function forgetParent(refused: string): Promise<void> {
  if ((await readState('lastParent')) === refused) await deleteState('lastParent')
  const parents = Object.entries((await readState('siteParents')) ?? {})
  await writeState('siteParents', Object.fromEntries(parents.filter(([, parent]) => parent !== refused)))
}

/** Remembers whether the person keeps the pages of a site as they see them: the newest hundred sites. */
export async function rememberKeep(host: string, isOn: boolean): Promise<void> {
  const others = ((await readState('keptSites')) ?? []).filter(each => each !== host)
  await writeState('keptSites', isOn ? [...others, host].slice(-100) : others)
}
