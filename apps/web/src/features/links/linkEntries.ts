import type { Link } from '@nestmark/contract/shapes'
import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { mediaActionTexts } from '@nestmark/texts/links/mediaActions'
import { uiTexts } from '@nestmark/texts/ui'
import { use } from 'react'
import { safeHref } from '../../lib/addresses.ts'
import { connection } from '../../lib/connection.ts'
import { canUnlock } from '@nestmark/client/encryption/sealedLink'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { toPlayable } from '../../lib/media/playable.ts'
import { sound, controlSound } from '../../lib/media/sound.ts'
import { copyText } from '../../lib/browser/copyText.ts'
import {
  IconArrowBarToUp,
  IconArrowDown,
  IconArrowUp,
  IconCheckbox,
  IconCopy,
  IconDownload,
  IconEdit,
  IconExternalLink,
  IconEye,
  IconFileTypePdf,
  IconFolderSymlink,
  IconHash,
  IconLock,
  IconLockOpen,
  IconMaximize,
  IconPhoto,
  IconPlayerPlay,
  IconPlaylistAdd,
  IconShare,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/MenuChoice.tsx'
import { useCover } from '../collections/useCover.ts'
import { canEncrypt, decrypt, encrypt, unlockLink } from '../encryption/tasks/commands.ts'
import { useMe } from '../session/data.ts'
import { usePdfEntry } from '../session/usePdfEntry.ts'
import { useFavouriteLink } from './data.ts'
import { type LinkOrder, LinkOrderContext } from './list/tools/linkOrder.ts'
import { isSelectable, toMovable } from './linkDisplay.ts'

export interface LinkEntryOptions {
  onTrashed?: (() => void) | undefined
  /** Selects the link, in lists. */
  onSelect?: (() => void) | undefined
  /** Shows the link next to its list. */
  onPeek?: (() => void) | undefined
}

/**
 * Returns the function that lists the actions on a link, as the answer's `can` allows. The menu of a link shows the
 * entries with their keys; the keys of a list run them.
 */
export function useLinkEntries(): (link: Link, options?: LinkEntryOptions) => MenuEntry[] {
  const setFavourite = useFavouriteLink()
  const setCover = useCover()
  const rootId = useMe()?.root_folder
  const toPdfEntry = usePdfEntry()
  const order = use(LinkOrderContext)
  return (link, { onTrashed, onSelect, onPeek } = {}) => {
    const { can } = link
    const href = safeHref(link.link)
    return [
      canUnlock(link) && {
        label: encryptionTexts.unlock,
        tile: encryptionTexts.unlock,
        icon: IconLockOpen,
        run: () => unlockLink(link),
      },
      href !== undefined && { label: texts.open, tile: texts.tiles.open, icon: IconExternalLink, href },
      ...listMediaEntries(link),
      onPeek && { label: texts.peek, icon: IconEye, shortcut: 'space', run: onPeek },
      href !== undefined && {
        label: texts.copy,
        tile: texts.tiles.copy,
        icon: IconCopy,
        shortcut: 'ctrl+c',
        run: () => void copyText(link.link, { ...texts, duration: 2000 }),
      },
      can.share && {
        label: uiTexts.share,
        tile: uiTexts.share,
        icon: IconShare,
        disabled: connection.get() !== 'up',
        run: () => openOverlay('shareLink', { link }),
      },
      can.favourite && {
        label: link.favourite ? texts.unfavourite : texts.favourite,
        tile: texts.tiles.favourite,
        icon: link.favourite ? IconStarFilled : IconStar,
        shortcut: 'f',
        run: () => setFavourite.mutate({ link_id: link._id, is_fav: link.favourite ? 0 : 1 }),
      },
      link.enc === 0 && link.isFile === 0 && link.is_trash === 0 && toPdfEntry(href ?? `/l/${link._id}`),
      (can.edit || can.move) && 'line',
      can.edit && {
        label: texts.edit,
        icon: IconEdit,
        shortcut: 'e',
        run: () => openOverlay('editLink', { link }),
      },
      can.edit && {
        label: texts.tags,
        value: link.tags.map(tag => `#${tag.name}`).join(', '),
        icon: IconHash,
        shortcut: 't',
        run: () => openOverlay('tagLinks', { links: [toMovable(link)] }),
      },
      can.move && {
        label: texts.move,
        value: link.parent_name,
        icon: IconFolderSymlink,
        shortcut: 'm',
        run: () => openOverlay('move', { links: [toMovable(link)] }),
      },
      ...(order && can.edit ? listOrderEntries(order, link._id) : []),
      toEncryptionEntry(link),
      // The root has no separate page with a cover.
      can.edit &&
        link.thumbnail !== '' &&
        link.parent !== '' &&
        link.parent !== rootId && {
          label: texts.useAsCover,
          icon: IconPhoto,
          disabled: connection.get() !== 'up',
          run: () => void setCover(link.parent, link._id),
        },
      onSelect &&
        isSelectable(link) && { label: texts.selectIt, icon: IconCheckbox, shortcut: 'x', run: onSelect },
      // Only owners share, so a link that cannot be shared is moved to the trash of its owner.
      can.trash && 'line',
      can.trash && {
        label: texts.trash,
        value: texts.goesTo(can.share ? undefined : (link.owner_name ?? '')),
        icon: IconTrash,
        danger: true,
        shortcut: 'delete',
        run: () => openOverlay('trash', { links: [toMovable(link)], onDone: onTrashed }),
      },
    ]
  }
}

/** Lists the entries that move a link in the manual order. */
function listOrderEntries(order: LinkOrder, id: string): MenuEntry[] {
  const disabled = connection.get() !== 'up'
  const canRise = order.canMoveBy(id, -1)
  return [
    {
      label: texts.moveToTop,
      icon: IconArrowBarToUp,
      disabled: disabled || !canRise,
      run: () => order.moveToTop(id),
    },
    {
      label: texts.moveUp,
      icon: IconArrowUp,
      disabled: disabled || !canRise,
      run: () => void order.moveBy(id, -1),
    },
    {
      label: texts.moveDown,
      icon: IconArrowDown,
      disabled: disabled || !order.canMoveBy(id, 1),
      run: () => void order.moveBy(id, 1),
    },
  ]
}

/** Encrypts a link, or decrypts it. */
function toEncryptionEntry(link: Link): MenuEntry {
  if (!link.can.edit || link.is_trash === 1) return null
  if (link.enc === 0 && !canEncrypt(link)) return null
  const disabled = connection.get() !== 'up'
  return link.enc === 1
    ? {
        label: encryptionTexts.decrypt,
        icon: IconLockOpen,
        disabled,
        run: () => void decrypt({ links: [link] }),
      }
    : { label: encryptionTexts.encrypt, icon: IconLock, disabled, run: () => void encrypt({ links: [link] }) }
}

/** Lists the actions on the media file of a link. */
function listMediaEntries(link: Link): MenuEntry[] {
  const playable = link.is_trash === 0 ? toPlayable(link) : null
  if (!playable) return []
  return [
    playable.kind === 'picture' && {
      label: mediaActionTexts.viewPicture,
      icon: IconMaximize,
      run: () => openOverlay('pictures', { link }),
    },
    playable.kind === 'document' && {
      label: mediaActionTexts.read,
      icon: IconFileTypePdf,
      to: `/l/${link._id}/pdf`,
    },
    playable.kind === 'sound' && {
      label: mediaActionTexts.play,
      icon: IconPlayerPlay,
      run: () => controlSound('play', link),
    },
    playable.kind === 'sound' &&
      sound.get() !== null && {
        label: mediaActionTexts.addToQueue,
        icon: IconPlaylistAdd,
        run: () => controlSound('enqueue', link),
      },
    playable.address === undefined && {
      label: mediaActionTexts.download,
      icon: IconDownload,
      disabled: connection.get() !== 'up',
      run: () => void import('./downloadFile.ts').then(({ downloadFile }) => downloadFile(link)),
    },
  ]
}
