import { counted, formatUpTo } from '@nestmark/texts/counts'
import { paletteTexts as texts } from '@nestmark/texts/search/palette'
import { useMemo, useState } from 'react'
import { useLocation } from '../../../lib/router/location.ts'
import { formatHost } from '../../../lib/addresses.ts'
import { connection } from '../../../lib/connection.ts'
import { formatAgo, formatDate } from '../../../lib/dates.ts'
import { readRecentItems, type RecentItem } from '../../../lib/browser/recentItems.ts'
import { isLocked } from '@nestmark/client/encryption/sealedLink'
import { useStore } from '../../../lib/store.ts'
import { IconHash, IconSearch } from '../../../ui/icons.ts'
import { toParentName } from '../../collections/data.ts'
import { foldText } from '../../../lib/foldText.ts'
import type { EncryptedPlace } from '../../links/encryptedPlace.ts'
import { formatSource, formatTitle } from '../../links/linkDisplay.ts'
import { useSpelling } from '../data.ts'
import type { LinkResult } from '../results/linkResult.ts'
import type { EncryptedIndex } from '../encrypted/useEncryptedIndex.ts'
import { toSearchPath } from '../searchUrl.ts'
import type { PaletteGroup, PaletteItem } from './paletteItem.ts'
import { rankByName, toSearchWords } from './rank.ts'
import { usePaletteCollections } from './usePaletteCollections.ts'
import { usePaletteCommands } from './usePaletteCommands.ts'
import { usePaletteSearch } from './usePaletteSearch.ts'

const limits = { recent: 3, links: 5, collections: 4, tags: 3, onlyCollections: 40 }
/** The server counts up to this number of links. */
const maxCounted = 10_000

/**
 * Returns the groups of the palette for a text, and whether the search for links is running.
 * @param place the encrypted collection that is searched in place of the library
 */
export function usePaletteGroups(
  text: string,
  parent: string | undefined,
  only: 'collections' | undefined,
  place: EncryptedPlace | null | undefined,
): { groups: PaletteGroup[]; isWaiting: boolean; index: EncryptedIndex | null } {
  const words = useMemo(() => toSearchWords(text), [text])
  const collections = usePaletteCollections()
  const recent = useRecent(words, collections.find)
  const search = usePaletteSearch(only ? '' : text, place)
  const commands = usePaletteCommands(text, parent)
  const isUnknown =
    !only && !search.isWaiting && !search.hasFailed && search.links.length + search.tags.length === 0
  const spelling = useSpelling({ q: text, type: 'link' }, isUnknown && place === null)
  const isConnected = useStore(connection) === 'up'
  const isTyped = words.length > 0
  const listed = new Set(recent.shown.map(each => each.id))
  const isListed = (id: string) => listed.has(id)

  if (only) {
    const found = isTyped
      ? collections.search(words, recent.recency, () => false, limits.onlyCollections)
      : { items: collections.listTop(limits.onlyCollections), total: 0 }
    return { groups: nonEmpty([toCollectionGroup(found, isTyped)]), isWaiting: false, index: null }
  }
  const groups: PaletteGroup[] = [{ id: 'recent', items: recent.shown.map(each => each.item) }]
  if (isTyped) {
    const links = search.links.filter(link => !isListed(link._id)).slice(0, limits.links)
    const found = collections.search(words, recent.recency, isListed, limits.collections)
    const linkGroup: PaletteGroup = {
      id: 'links',
      items: links.map(toLinkItem),
      ...(search.total > limits.links &&
        !search.isWaiting && {
          count: formatUpTo(search.isLimited ? maxCounted + 1 : search.total, maxCounted),
        }),
      isLoading: search.isSlow && links.length === 0,
      ...(search.hasFailed && { problem: isConnected ? texts.failed : texts.needsConnection }),
    }
    const collectionGroup = toCollectionGroup(found, true)
    // A person who types the name of a collection means it, also where many links have the same words.
    groups.push(...(found.isNamed ? [collectionGroup, linkGroup] : [linkGroup, collectionGroup]), {
      id: 'tags',
      items: search.tags.slice(0, limits.tags).map(toTagItem),
    })
  }
  const isFound = groups.some(group => group.items.length > 0)
  groups.push({
    id: 'commands',
    items: spelling === undefined || isFound ? commands : [toSpellingItem(spelling), ...commands],
  })
  return { groups: nonEmpty(groups), isWaiting: search.isWaiting, index: search.index }
}

function nonEmpty(groups: PaletteGroup[]): PaletteGroup[] {
  return groups.filter(({ items, isLoading, problem }) => items.length > 0 || isLoading || problem)
}

function toCollectionGroup(
  { items, total }: { items: PaletteItem[]; total: number },
  isTyped: boolean,
): PaletteGroup {
  const isCut = isTyped && total > items.length
  return { id: 'collections', items, ...(isCut && { count: formatUpTo(total, maxCounted) }) }
}

/** Returns the last opened items that match, without the page that is open, and their position in the history. */
function useRecent(words: readonly string[], findCollection: (id: string) => PaletteItem | undefined) {
  const { pathname } = useLocation()
  const [{ history, now }] = useState(() => ({ history: readRecentItems(), now: Date.now() }))
  const positions = useMemo(() => new Map(history.map(({ id }, index) => [id, index])), [history])
  const others = history.filter(({ kind, id }) => pathname !== `/${kind === 'link' ? 'l' : 'c'}/${id}`)
  const shown = rankByName(others, words, each => foldText(`${each.name} ${formatHost(each.address ?? '')}`))
    .slice(0, limits.recent)
    .map(each => ({
      id: each.id,
      item: {
        ...((each.kind === 'collection' && findCollection(each.id)) || toRecentItem(each)),
        detail: formatOpened(each.time, now),
      },
    }))
  return { shown, recency: (id: string) => positions.get(id) ?? Infinity }
}

const week = 7 * 24 * 3_600_000

/** Formats when an item was opened: 'Just now', '2 hours ago', 'Yesterday', and as a date after a week. */
function formatOpened(time: number, now: number): string {
  const text = now - time < week ? formatAgo(time, now) : formatDate(time)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function toRecentItem(item: RecentItem): PaletteItem {
  const { kind, id, name, address = '', category = 3, thumbnail = '', place } = item
  const path = `/${kind === 'link' ? 'l' : 'c'}/${id}`
  const host = formatHost(address)
  return {
    key: `${kind} ${id}`,
    label: name,
    glyph:
      kind === 'link'
        ? { kind: 'link', category, thumbnail, host: host || name }
        : { kind: 'collection', levels: 1, counts: [] },
    ...(kind === 'link' && { site: host }),
    ...(place !== undefined && { place }),
    path,
    address: address || location.origin + path,
  }
}

function toLinkItem(link: LinkResult): PaletteItem {
  const path = `/l/${link._id}`
  const name = formatTitle(link)
  return {
    key: `link ${link._id}`,
    label: name,
    glyph: {
      kind: 'link',
      category: link.category,
      thumbnail: link.thumbnail,
      host: formatSource(link) || name,
    },
    site: formatSource(link),
    place: toParentName(link),
    path,
    detail: formatDate(link.create_date),
    ...(link.enc === 1 && !isLocked(link) && { isOpenHere: true as const }),
    address: link.link || location.origin + path,
  }
}

function toSpellingItem(spelling: string): PaletteItem {
  return {
    key: `spelling ${spelling}`,
    label: texts.didYouMean(spelling),
    glyph: { kind: 'icon', icon: IconSearch },
    text: spelling,
    takesText: true,
  }
}

function toTagItem(tag: { _id: string; name: string; links_count: number }): PaletteItem {
  return {
    key: `tag ${tag._id}`,
    label: tag.name,
    glyph: { kind: 'icon', icon: IconHash },
    path: toSearchPath({ q: tag.name, type: 'tag', category: undefined }),
    detail: counted(tag.links_count, 'link'),
  }
}
