import { searchLibrary } from '@nestmark/contract/search/search'
import type { Output } from '@nestmark/contract/operation'
import { type CountedTag, listTags } from '@nestmark/contract/tags'
import { useOperation } from '../../../lib/api/operations.ts'
import { foldText } from '../../../lib/foldText.ts'
import { useDelayed } from '../../../lib/useDelayed.ts'
import type { EncryptedPlace } from '../../links/encryptedPlace.ts'
import { toDayZone } from '../operators/dayZone.ts'
import { noHits, useHits } from '../encrypted/useHits.ts'
import { useEncryptedIndex } from '../encrypted/useEncryptedIndex.ts'
import { mergeWithHits, toResultOrder, useHitRows } from '../encrypted/useMergedPages.ts'
import type { TypedSearch } from '../encrypted/toLinkQuery.ts'
import { rankMatch, toSearchWords } from './rank.ts'

/** The pause in typing before the request, in milliseconds. */
const typingPause = 120
/** How long a response may take before the palette shows that it is searching, in milliseconds. */
const quietWait = 100

const noLinks: Output<typeof searchLibrary>['links'] = []
const noTags: CountedTag[] = []

/**
 * Searches links and tags on the server after a short pause in typing. Until the answer arrives, it returns those of the
 * previous answer that match the new text too.
 * @param place the encrypted collection that is searched, in this browser only; null for the library. Undefined while it
 * is unknown: nothing is sent.
 */
export function usePaletteSearch(text: string, place: EncryptedPlace | null | undefined) {
  const input = text.trim()
  const searched = useDelayed(input, typingPause)
  const enabled = input !== '' && searched !== ''
  const sends = enabled && place === null
  const options = { enabled: sends, keepPrevious: true, quiet: true }
  const index = useEncryptedIndex(enabled)
  const search: TypedSearch = {
    input: searched,
    type: 'link',
    ...(place && { within: { folderId: place.id, sub: true, favourite: false } }),
  }
  const openKeys = index.kids && { open_keys: [...index.kids] }
  const links = useOperation(searchLibrary, { ...search, ...toDayZone(searched), ...openKeys }, options)
  const found = useHits(search, index.kids)
  const hits = useHitRows(found ?? noHits, searched)
  const tags = useOperation(listTags, { input: searched, sort: 'links', page: 1 }, options)
  const isAnswered = place === null ? !links.isPending && !links.isPlaceholderData : index.isKnown
  const isWaiting = input !== '' && (input !== searched || !isAnswered || found === undefined)
  const isLong = useDelayed(isWaiting, quietWait)
  const areTagsOld = input !== searched || tags.isPlaceholderData
  const words = toSearchWords(input)
  const matches = (name: string) => rankMatch(foldText(name), words) !== null
  const answered = sends ? links.data?.links : noLinks
  const results = enabled && answered ? mergeWithHits(answered, hits, toResultOrder(search)) : noLinks
  const foundTags = sends ? (tags.data ?? noTags) : noTags
  return {
    links: isWaiting ? results.filter(link => matches(`${link.name} ${link.link}`)) : results,
    total: ((sends && links.data?.total) || 0) + hits.keys.length,
    index: enabled ? index : null,
    isLimited: sends && links.data?.total_limited === 1,
    tags: areTagsOld ? foundTags.filter(tag => matches(tag.name)) : foundTags,
    isWaiting,
    isSlow: isWaiting && isLong,
    hasFailed: sends && links.isError && !links.data,
  }
}
