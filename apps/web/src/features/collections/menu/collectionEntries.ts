import type { Collection } from '@nestmark/contract/shapes'
import { collectionsTexts as texts } from '@nestmark/texts/collections/collections'
import { copyTexts } from '@nestmark/texts/reading/copies'
import { feedTexts } from '@nestmark/texts/feeds'
import { shareTexts } from '@nestmark/texts/sharing/share'
import { uiTexts } from '@nestmark/texts/ui'
import { keepCollection } from '@nestmark/contract/reading/copies'
import { use } from 'react'
import { useIsOffline } from '../../../lib/connection.ts'
import { useOperationMutation } from '../../../lib/api/operations.ts'
import { areCopiesAvailable } from '../../../lib/browser/copyModes.ts'
import { toastAction } from '../../../lib/undo/actions.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import {
  IconArrowLeft,
  IconArrowRight,
  IconClock,
  IconLeave,
  IconEdit,
  IconFileExport,
  IconFolderPlus,
  IconFolderSymlink,
  IconHistory,
  IconPhotoOff,
  IconRss,
  IconShare,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '../../../ui/icons.ts'
import type { MenuEntry } from '../../../ui/menus/Menu.tsx'
import { usePdfEntry } from '../../session/usePdfEntry.ts'
import { formatCollectionName, toMovable, useFavouriteCollection } from '../data.ts'
import { EncryptionEntriesContext } from '../encryptionSlots.ts'
import { useCover } from '../useCover.ts'
import { useSharedTree } from '../useSharedTree.ts'
import { type ManualOrder, ManualOrderContext } from '../manualOrder.ts'

/** Returns the part of a collection that its export needs. */
function toExported(collection: Collection) {
  const { _id, folder_count: inside, can } = collection
  return { name: formatCollectionName(collection), collection: { _id, hasSub: inside > 0, canAdd: can.add } }
}

/** Returns a function that lists the menu entries of a collection, with the shortcuts that work on its card. */
export function useCollectionEntries() {
  const setFavourite = useFavouriteCollection()
  const setCover = useCover()
  const toPdfEntry = usePdfEntry()
  const keepAll = useKeepCollection()
  const manualOrder = use(ManualOrderContext)
  const listEncryptionEntries = use(EncryptionEntriesContext)
  const shared = useSharedTree({ writable: false })
  // Some mutations are queued while the server is unreachable; the others are disabled.
  const disabled = useIsOffline()
  return (collection: Collection, { offersFeed = false, hasKeys = false } = {}): MenuEntry[] => {
    const { can } = collection
    const name = formatCollectionName(collection)
    const canFavourite = can.favourite && !collection.is_root
    // Only members see the activity of a collection.
    const isMember = collection.role !== 'public'
    return [
      canFavourite && {
        label: collection.favourite ? texts.unfavourite : texts.favourite,
        tile: texts.tiles.favourite,
        shortcut: hasKeys ? 'f' : undefined,
        icon: collection.favourite ? IconStarFilled : IconStar,
        run: () => setFavourite.mutate({ folder_id: collection._id, is_fav: collection.favourite ? 0 : 1 }),
      },
      can.share && {
        label: uiTexts.share,
        tile: uiTexts.share,
        icon: IconShare,
        disabled,
        run: () => openOverlay('shareCollection', { collection }),
      },
      can.share && toPdfEntry(`/c/${collection._id}`),
      isMember && {
        label: texts.export,
        icon: IconFileExport,
        disabled,
        run: () => openOverlay('export', { part: toExported(collection) }),
      },
      isMember && {
        label: texts.activity,
        icon: IconClock,
        disabled,
        run: () => openOverlay('activity', { collection: { _id: collection._id, name } }),
      },
      offersFeed && { label: texts.feed, icon: IconRss, href: `/c/${collection._id}/feed.xml` },
      offersFeed &&
        collection.folder_count > 0 && {
          label: texts.feedWithSub,
          icon: IconRss,
          href: `/c/${collection._id}/feed.xml?include_sub=1`,
        },
      can.add && {
        label: texts.createHere,
        tile: texts.tiles.add,
        icon: IconFolderPlus,
        run: () => openOverlay('addCollection', { parent: collection._id }),
      },
      toFeedEntry(collection, name, disabled),
      can.edit && {
        label: texts.edit,
        tile: texts.edit,
        shortcut: hasKeys ? 'e' : undefined,
        icon: IconEdit,
        disabled,
        run: () => openOverlay('editCollection', { collection }),
      },
      can.edit &&
        collection.cover !== null && {
          label: texts.removeCover,
          icon: IconPhotoOff,
          disabled,
          run: () => void setCover(collection._id, null),
        },
      can.edit &&
        keepAll && {
          label: copyTexts.keepCollection,
          icon: IconHistory,
          disabled,
          run: () => keepAll(collection._id),
        },
      can.move && {
        label: texts.move,
        shortcut: hasKeys ? 'm' : undefined,
        icon: IconFolderSymlink,
        run: () => openOverlay('move', { collections: [toMovable(collection)] }),
      },
      ...listEncryptionEntries(collection, disabled),
      ...(manualOrder && can.edit ? toOrderEntries(manualOrder, collection._id, disabled) : []),
      ...listRemovalEntries(collection, {
        isSharedItself: shared?.roles?.has(collection._id) === true,
        hasKeys,
        disabled,
      }),
    ]
  }
}

/** Returns the entry of the feeds that fill a collection; none for an encrypted one, because the server has no key for it. */
const toFeedEntry = ({ _id, can, is_encrypted }: Collection, name: string, disabled: boolean): MenuEntry =>
  can.add &&
  is_encrypted !== 1 && {
    label: feedTexts.menu,
    icon: IconRss,
    disabled,
    run: () => openOverlay('feeds', { collection: { _id, name } }),
  }

/**
 * Lists the entries that leave or trash a collection.
 * @param isSharedItself the collection is shared with the user, not only one above it: only such a collection can be left
 */
function listRemovalEntries(
  collection: Collection,
  { isSharedItself, hasKeys, disabled }: { isSharedItself: boolean; hasKeys: boolean; disabled: boolean },
): MenuEntry[] {
  const { can, role } = collection
  const canLeave = role !== 'owner' && isSharedItself
  return [
    (can.trash || canLeave) && 'line',
    canLeave && {
      label: shareTexts.leaveMenu,
      icon: IconLeave,
      disabled,
      danger: true,
      run: () => openOverlay('leave', { collection }),
    },
    can.trash && {
      label: texts.trash,
      shortcut: hasKeys ? 'delete' : undefined,
      icon: IconTrash,
      disabled,
      danger: true,
      run: () => openOverlay('trash', { collections: [toMovable(collection)] }),
    },
  ]
}

/** Returns the entries that move a collection by one position in the manual order. */
function toOrderEntries(order: ManualOrder, id: string, disabled: boolean): MenuEntry[] {
  return [
    'line',
    {
      label: texts.earlier,
      icon: IconArrowLeft,
      disabled: disabled || !order.canMoveBy(id, -1),
      run: () => order.moveBy(id, -1),
    },
    {
      label: texts.later,
      icon: IconArrowRight,
      disabled: disabled || !order.canMoveBy(id, 1),
      run: () => order.moveBy(id, 1),
    },
  ]
}

/**
 * Returns a function that stores copies of all pages of a collection in the background; undefined where the server
 * stores none. The progress is shown with those of other actions.
 */
function useKeepCollection(): ((folder_id: string) => void) | undefined {
  const keep = useOperationMutation(keepCollection, {
    onSuccess: answer => toastAction('keepCollection', answer, 0, { isShort: true }),
  })
  return areCopiesAvailable() ? folder_id => keep.mutate({ folder_id }) : undefined
}
