import type { Link } from '@nestmark/contract/shapes'
import { clipboardTexts as texts } from '@nestmark/texts/links/clipboard'
import { linksTexts } from '@nestmark/texts/links/links'
import { useLocation, useNavigate } from '../../lib/router/location.ts'
import { toast, type ToastAction } from '../../lib/toasts.ts'
import { formatAudience, type SavePlace } from '../collections/picker/savePlace.ts'
import { useSavePlace } from '../collections/picker/useSavePlace.ts'
import { useTrashLinks } from './data.ts'

/** Returns a function that says where a link is saved and for whom: 'Saved in Recipes (Public)'. */
export function useSavedIn(): (saved: Link) => string {
  const findPlace = useSavePlace()
  return saved => texts.savedTo(formatPlace(findPlace(saved)))
}

/** Formats a place with its audience, if there is one. */
function formatPlace(place: SavePlace): string {
  const audience = formatAudience(place)
  return audience === '' ? place.name : texts.placeFor(place.name, audience)
}

/**
 * Returns a function that shows that a link was saved: where, for whom, with Undo. Without other actions it offers to
 * open the link.
 */
export function useSavedToast(): (
  saved: Link,
  options?: { address?: string; moreActions?: readonly ToastAction[] },
) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const findPlace = useSavePlace()
  const { mutate: trash } = useTrashLinks()
  return (saved, { address, moreActions } = {}) => {
    const open = () => void navigate(`/l/${saved._id}`, { state: { over: { pathname, search } } })
    const place = findPlace(saved)
    const where = formatPlace(place)
    toast({
      title: linksTexts.saved,
      line: address === undefined ? texts.savedTo(where) : texts.savedAs(address, where),
      ...((place.sharing || place.owner !== null) && {
        mark: place.sharing?.isPublic ? ('public' as const) : ('shared' as const),
      }),
      moreActions: moreActions ?? [{ label: texts.open, run: open }],
      undo: () => trash({ linkIdArr: [saved._id] }),
    })
  }
}
