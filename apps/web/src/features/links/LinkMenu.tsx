import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { type ReactNode, use } from 'react'
import { canUnlock } from '@nestmark/client/encryption/sealedLink'
import { safeHref } from '../../lib/addresses.ts'
import { laterPart } from '../../lib/lazy.ts'
import { toPlayable } from '../../lib/media/playable.ts'
import { Menu, type MenuTrigger } from '../../ui/menus/Menu.tsx'
import { formatTitle } from './linkDisplay.ts'
import type { LinkEntryOptions } from './linkEntries.ts'
import { LinkMenuContext } from './linkSlots.ts'
import type { LinkMenuPanelProps } from './LinkMenuPanel.tsx'

const LinkMenuPanel = laterPart<LinkMenuPanelProps>(() => import('./LinkMenuPanel.tsx'))

/** The menu of a link, with the actions that `can` of the answer allows. Renders nothing when there are none. */
export function LinkMenu({
  link,
  children,
  ...options
}: LinkEntryOptions & { link: Link; children: (trigger: MenuTrigger) => ReactNode }) {
  const { can } = link
  const hasCustomEntries = use(LinkMenuContext) !== null
  const hasActions =
    canUnlock(link) ||
    safeHref(link.link) !== undefined ||
    toPlayable(link) !== null ||
    can.favourite ||
    can.share ||
    can.edit ||
    can.move ||
    can.trash
  if (!hasCustomEntries && !hasActions) return null
  return (
    <Menu
      label={texts.actionsOf(formatTitle(link))}
      renderPanel={menu => <LinkMenuPanel {...menu} link={link} options={options} />}
    >
      {children}
    </Menu>
  )
}
