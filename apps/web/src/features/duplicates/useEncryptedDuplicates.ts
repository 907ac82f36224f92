import type { DuplicateLink } from '@nestmark/contract/links/duplicates'
import { compareKey } from '@nestmark/core/words/compareKey'
import { createJoins, duplicateLevels, groupDuplicates } from '@nestmark/core/addresses/duplicates'
import { useMemo } from 'react'
import { useStore } from '../../lib/store.ts'
import { indexVersion, listIndexed } from '../search/encrypted/encryptedIndex.ts'
import { useEncryptedIndex } from '../search/encrypted/useEncryptedIndex.ts'
import type { DuplicateGroup } from './groups.ts'

/**
 * Compares the encrypted links that are open in this browser with each other, at each level. The server cannot: it has no
 * addresses of them.
 * @returns the groups of each level, level 1 first; none while nothing is open
 */
export function useEncryptedDuplicates(isWanted: boolean): readonly (readonly DuplicateGroup[])[] {
  const { kids } = useEncryptedIndex(isWanted)
  const version = useStore(indexVersion)
  const isOpen = kids !== undefined
  return useMemo(
    () => (isOpen ? groupIndexed() : duplicateLevels.map(() => [])),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for the links of the index
    [isOpen, version],
  )
}

function groupIndexed(): DuplicateGroup[][] {
  const links = listIndexed()
    .filter(({ link, is_trash: isTrash }) => link !== '' && isTrash === 0)
    .sort((a, b) => a.create_date - b.create_date)
  const levels = groupDuplicates(
    links.map(({ link, name }) => ({
      address: link,
      compareKey: compareKey(link),
      canonicalKey: '',
      title: name,
    })),
  )
  const joins = createJoins(levels, links.length)
  return levels.map(groups =>
    groups.flatMap(group => {
      const [first = 0] = group
      const found = group.flatMap((at): DuplicateLink[] => {
        const link = links[at]
        return link ? [{ ...link, level: joins(first, at), note: 0, highlights: 0 }] : []
      })
      return found.some(link => link.can.trash) ? [{ _id: found[0]?._id ?? '', links: found }] : []
    }),
  )
}
