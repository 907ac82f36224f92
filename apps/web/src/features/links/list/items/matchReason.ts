import { searchTexts } from '@nestmark/texts/search/search'
import { use } from 'react'
import { isLocked } from '@nestmark/client/encryption/sealedLink'
import { MarksContext } from '../../../../ui/marks/Marks.tsx'
import { formatTitle } from '../../linkDisplay.ts'
import type { LinkItemProps } from './linkItem.ts'

const texts = searchTexts.matchedIn

/**
 * Returns the field of a link that contains the words of the current search, such as 'in the tags'; null when its
 * title shows them.
 */
export function useMatchReason(link: LinkItemProps['link']): string | null {
  const split = use(MarksContext)
  const field = link.excerpt?.field
  if (field === 'desc') return link.category === 4 ? texts.note : texts.desc
  if (field === 'link' || field === 'page') return texts[field]
  if (!split || isLocked(link)) return null
  const isMarked = (text: string) => split(text).length > 1
  return !isMarked(formatTitle(link)) && link.tags.some(tag => isMarked(tag.name)) ? texts.tags : null
}
