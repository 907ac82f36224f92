import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links'
import { outboxTexts } from '@nestmark/texts/outbox'
import { uiTexts } from '@nestmark/texts/ui'
import { createContext, type ReactNode, use } from 'react'
import { safeHref } from '../../lib/addresses.ts'
import { connection } from '../../lib/connection.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { useStore } from '../../lib/store.ts'
import { toast } from '../../lib/toasts.ts'
import {
  IconCopy,
  IconEdit,
  IconExternalLink,
  IconFolderSymlink,
  IconShare,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '../../ui/icons.ts'
import { Menu, type MenuEntry, type MenuTrigger } from '../../ui/Menu.tsx'
import { useFavouriteLink } from './data.ts'
import { toMovable, formatTitle } from './linkDisplay.ts'

/** Replaces the entries of a link's menu on pages with other actions, such as the trash. */
export const LinkMenuContext = createContext<((link: Link) => MenuEntry[]) | null>(null)

/** The menu of a link, with the actions that `can` of the answer allows. Renders nothing when there are none. */
export function LinkMenu({
  link,
  onTrashed,
  children,
}: {
  link: Link
  onTrashed?: () => void
  children: (trigger: MenuTrigger) => ReactNode
}) {
  const setFavourite = useFavouriteLink()
  const { can } = link
  const customEntries = use(LinkMenuContext)
  const connectionState = useStore(connection)
  const href = safeHref(link.link)
  const hasActions = href !== undefined || can.favourite || can.share || can.edit || can.move || can.trash
  if (!customEntries && !hasActions) return null
  return (
    <Menu
      label={texts.actionsOf(formatTitle(link))}
      head={
        connectionState !== 'up' &&
        !customEntries &&
        can.share && <div className="t3">{outboxTexts.greyed(connectionState)}</div>
      }
      items={() => {
        if (customEntries) return customEntries(link)
        return [
          href !== undefined && { label: texts.open, icon: IconExternalLink, href },
          href !== undefined && {
            label: texts.copy,
            icon: IconCopy,
            run: () => void copyAddress(link.link),
          },
          can.favourite && {
            label: link.favourite ? texts.unfavourite : texts.favourite,
            icon: link.favourite ? IconStarFilled : IconStar,
            run: () => setFavourite.mutate({ link_id: link._id, is_fav: link.favourite ? 0 : 1 }),
          },
          can.share && {
            label: uiTexts.share,
            icon: IconShare,
            disabled: connectionState !== 'up',
            run: () => openOverlay('shareLink', { link }),
          },
          (can.edit || can.move) && 'line',
          can.edit && { label: texts.edit, icon: IconEdit, run: () => openOverlay('editLink', { link }) },
          can.move && {
            label: texts.move,
            icon: IconFolderSymlink,
            run: () => openOverlay('move', { links: [toMovable(link)] }),
          },
          can.trash && 'line',
          can.trash && {
            label: texts.trash,
            icon: IconTrash,
            danger: true,
            run: () => openOverlay('trash', { links: [toMovable(link)], onDone: onTrashed }),
          },
        ]
      }}
    >
      {children}
    </Menu>
  )
}

async function copyAddress(address: string): Promise<void> {
  try {
    // Pages without https have no clipboard.
    await navigator.clipboard.writeText(address)
    toast({ title: texts.copied, duration: 2000 })
  } catch {
    toast({ tone: 'danger', title: texts.copyFailed })
  }
}
