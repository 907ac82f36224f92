import type { EveryLink, Link } from '@nestmark/contract/shapes'
import { limits } from '@nestmark/core/limits'
import type { Pages } from '../../../lib/api/pages.ts'
import type { DragContent } from '../../../lib/lists/drag.ts'
import { useToggleItem } from '../../../lib/lists/ranges.ts'
import type { Selection } from '../../../lib/lists/selection.ts'
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
  const toggle = useToggleItem(pages, selection, limits.idsPerCall)
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
