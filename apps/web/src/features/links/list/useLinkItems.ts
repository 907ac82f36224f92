import type { EveryLink, Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { useRef } from 'react'
import { formatError } from '../../../lib/api/client.ts'
import type { Pages } from '../../../lib/api/pages.ts'
import type { DragContent } from '../../../lib/lists/drag.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
import { toast } from '../../../lib/toasts.ts'
import { useStableCallback } from '../../../lib/useStableCallback.ts'
import { useMe } from '../../session/data.ts'
import { toMovable } from '../linkDisplay.ts'
import type { LinkItemProps } from './items/linkItem.ts'
import { usePublishList } from './openList.ts'

interface LinkItems {
  pages: Pages<Link>
  selection: Selection<Link>
  /** What the list shows. With it, everything in it can be dragged, loaded or not. */
  set: EveryLink | undefined
  /** The list contains more links than it counts. */
  more: boolean | undefined
  showsCollection: boolean
  /** The list shows only audio. */
  showsSound: boolean
  onPeek: LinkItemProps['onPeek']
  /** The link that is shown next to the list; '' for none. */
  peekedId: string
}

/** Returns the props of each link of a list, and the function that selects one. */
export function useLinkItems(list: LinkItems) {
  const { pages, selection, showsCollection, showsSound, onPeek, peekedId } = list
  const rootId = useMe()?.root_folder
  usePublishList(pages)
  const toggle = useToggleLink(list)
  const getDragContent = useDragContent(list)
  const getItemProps = (index: number): LinkItemProps | null => {
    const link = pages.at(index)
    if (!link) return null
    return {
      link,
      index,
      showsCollection,
      showsSound,
      rootId,
      selecting: selection.active,
      selected: selection.has(link._id),
      onToggle: toggle,
      onPeek,
      peeked: link._id === peekedId,
      getDragContent,
    }
  }
  return { toggle, getItemProps }
}

/** Returns a function that selects or deselects a link, or selects the range from the last one to it. */
function useToggleLink({ pages, selection }: LinkItems): (index: number, range: boolean) => void {
  const lastToggled = useRef<{ id: string; index: number }>(undefined)
  return useStableCallback((index: number, range: boolean) => {
    const link = pages.at(index)
    if (!link) return
    // Without a selection, the last toggled link belongs to an earlier selection and starts no range.
    const from = selection.count(pages.total ?? 0) > 0 ? findAgain(pages, lastToggled.current) : undefined
    lastToggled.current = { id: link._id, index }
    if (!range || from === undefined) return selection.toggle(link)
    const [first, last] = [Math.min(from, index), Math.max(from, index)]
    if (last - first >= limits.idsPerCall)
      return toast({ tone: 'info', title: texts.rangeTooLong(limits.idsPerCall) })
    void pages
      .range(first, last)
      .then(selection.selectMany)
      .catch((error: unknown) => toast({ tone: 'danger', title: formatError(error) }))
  })
}

/** How far a link is looked for when others were added before it. */
const maxMoved = 200

/** Returns the index of a link now: links that were added or removed before it change it. */
function findAgain({ at }: Pages<Link>, link: { id: string; index: number } | undefined): number | undefined {
  if (!link) return undefined
  for (let distance = 0; distance <= maxMoved; distance++)
    for (const index of [link.index + distance, link.index - distance])
      if (index >= 0 && at(index)?._id === link.id) return index
  return link.index
}

/**
 * Returns a function that returns the items moved by a drag of a link: the selection that contains it, or only the
 * link.
 */
function useDragContent({ pages, selection, set, more }: LinkItems): (link: Link) => DragContent | null {
  return useStableCallback((link: Link) => {
    if (selection.every && set && selection.has(link._id)) {
      const count = selection.count(pages.total ?? 0)
      const every = { set, except: [...selection.every.except], count, more }
      return { links: [], collections: [], every, picture: link.thumbnail, onDone: selection.clear }
    }
    const isMulti = selection.has(link._id) && !selection.every
    const selectedLinks = isMulti ? [...selection.items.values()] : [link]
    const movable = selectedLinks.filter(one => one.can.move && one.is_trash === 0)
    if (movable.length === 0) return null
    const onDone = isMulti ? selection.clear : undefined
    return { links: movable.map(toMovable), collections: [], picture: link.thumbnail, onDone }
  })
}
