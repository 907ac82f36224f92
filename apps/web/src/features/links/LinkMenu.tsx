import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links'
import { outboxTexts } from '@nestmark/texts/outbox'
import { createContext, type ReactNode, use } from 'react'
import { safeHref } from '../../lib/addresses.ts'
import { toPlayable } from '../../lib/playable.ts'
import { connection } from '../../lib/connection.ts'
import { usePhone } from '../../lib/media.ts'
import { canUnlock } from '@nestmark/client/encryption/sealedLink'
import { useStore } from '../../lib/store.ts'
import { Menu, type MenuEntry, type MenuTrigger } from '../../ui/Menu.tsx'
import { MenuTitle } from '../../ui/MenuTitle.tsx'
import { formatSource, formatTitle } from './linkDisplay.ts'
import { useLinkEntries } from './linkEntries.ts'
import { MiniThumb } from './list/Thumb.tsx'

/** Replaces the entries of a link's menu on pages with other actions, such as the trash. */
export const LinkMenuContext = createContext<((link: Link) => MenuEntry[]) | null>(null)

/** The menu of a link, with the actions that `can` of the answer allows. Renders nothing when there are none. */
export function LinkMenu({
  link,
  onTrashed,
  onSelect,
  onPeek,
  children,
}: {
  link: Link
  onTrashed?: () => void
  /** Selects the link, in lists. */
  onSelect?: () => void
  /** Shows the link next to its list. */
  onPeek?: (() => void) | undefined
  children: (trigger: MenuTrigger) => ReactNode
}) {
  const listEntries = useLinkEntries()
  const { can } = link
  const customEntries = use(LinkMenuContext)
  const connectionState = useStore(connection)
  const phone = usePhone()
  const href = safeHref(link.link)
  const hasActions =
    canUnlock(link) ||
    href !== undefined ||
    toPlayable(link) !== null ||
    can.favourite ||
    can.share ||
    can.edit ||
    can.move ||
    can.trash
  if (!customEntries && !hasActions) return null
  const hasGreyed = connectionState !== 'up' && !customEntries && can.share
  const greyed = hasGreyed ? outboxTexts.greyed(connectionState) : ''
  return (
    <Menu
      label={texts.actionsOf(formatTitle(link))}
      head={
        (phone || greyed !== '') && (
          <>
            {phone && (
              <MenuTitle
                title={formatTitle(link)}
                line={formatSource(link)}
                picture={<MiniThumb link={link} />}
              />
            )}
            {greyed !== '' && <div className="t3">{greyed}</div>}
          </>
        )
      }
      items={() => (customEntries ? customEntries(link) : listEntries(link, { onTrashed, onSelect, onPeek }))}
    >
      {children}
    </Menu>
  )
}
