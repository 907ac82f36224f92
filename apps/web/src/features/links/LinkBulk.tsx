import type { EveryLink as LinksMeant, Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links'
import type { Pages } from '../../lib/api/pages.ts'
import { type AllLinks, openOverlay } from '../../lib/overlay.ts'
import type { Selection } from '../../lib/selection.ts'
import { BulkBar } from '../../ui/BulkBar.tsx'
import { IconFolderSymlink, IconHash, IconStar, IconStarFilled, IconTrash } from '../../ui/icons.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { useFavouriteLinks } from './data.ts'
import { toMovable } from './look.ts'

/** The maximum length of a list whose links are checked one by one: a few pages. */
const lookedAt = 500

/** Returns whether a list may contain links of other owners: a search and the favourites do. */
function isMixed({ search, favourite, folder_id: place }: LinksMeant): boolean {
  return search !== undefined || (favourite === 1 && !place)
}

/** Returns the loaded links of 'Select all' that may be trashed. */
function listLoaded(pages: Pages<Link>, { every }: Selection<Link>, more: boolean): AllLinks['mixed'] {
  const total = pages.total ?? 0
  const here = Array.from({ length: Math.min(total, lookedAt) }, (_, place) => pages.at(place))
  const loaded = here.filter(link => link !== undefined)
  const meant = loaded.filter(link => link.can.trash && !every?.except.has(link._id))
  return { loaded: meant.map(toMovable), all: !more && loaded.length === total }
}

/**
 * The bulk bar of a link list, with Move, Tag, Favourite and Delete.
 * @param set what the list shows: 'Select all' means everything in it, loaded or not
 * @param more the list contains more links than it counts
 */
export function LinkBulk({
  pages,
  selection,
  set,
  more = false,
}: {
  pages: Pages<Link>
  selection: Selection<Link>
  set: LinksMeant
  more?: boolean | undefined
}) {
  const favour = useFavouriteLinks()
  if (!selection.active) return null
  const total = pages.total ?? 0
  const chosen = selection.count(total)
  const label = texts.selectAll(total, more)
  const every: AllLinks | undefined = selection.every
    ? {
        set,
        except: [...selection.every.except],
        count: chosen,
        more,
        mixed: isMixed(set) ? listLoaded(pages, selection, more) : undefined,
      }
    : undefined
  const items = [...selection.items.values()]
  const act = (name: 'move' | 'trash' | 'tagLinks', may: (link: Link) => boolean) => {
    const links = items.filter(may).map(toMovable)
    const nothing = every ? every.count === 0 : links.length === 0
    if (nothing) openOverlay('confirm', { title: texts.noneChosen })
    else openOverlay(name, { links, ...(every && { every }), onDone: selection.clear })
  }
  // One button for all: it removes the mark only where every link has it.
  const starred = !every && items.length > 0 && items.every(link => link.favourite === 1)
  const star = () => {
    const links = items.filter(link => link.can.favourite).map(link => link._id)
    if (every ? every.count === 0 : links.length === 0)
      return openOverlay('confirm', { title: texts.noneChosen })
    favour.mutate(
      {
        ...(every ? { every: every.set, except: every.except } : { links }),
        is_fav: starred ? 0 : 1,
      },
      { onSuccess: selection.clear },
    )
  }
  return (
    <BulkBar
      label={texts.bulk}
      count={texts.selected(chosen, more && selection.every !== null)}
      all={chosen < total ? { label, run: selection.selectAll } : undefined}
      actions={[
        { label: texts.bulkMove, icon: IconFolderSymlink, run: () => act('move', link => link.can.move) },
        { label: texts.bulkTag, icon: IconHash, run: () => act('tagLinks', link => link.can.edit) },
        { label: texts.bulkFavourite, icon: starred ? IconStarFilled : IconStar, run: star },
        {
          label: texts.bulkDelete,
          icon: IconTrash,
          danger: true,
          run: () => act('trash', link => link.can.trash),
        },
      ]}
      onClear={selection.clear}
    >
      <Checkbox
        small
        label={label}
        checked={chosen > 0 && chosen >= total}
        indeterminate={chosen > 0 && chosen < total}
        onChange={() => {
          if (chosen === 0) return selection.selectAll()
          selection.clear()
          selection.start()
        }}
      />
    </BulkBar>
  )
}
