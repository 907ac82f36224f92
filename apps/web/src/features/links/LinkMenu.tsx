import type { Link } from '@nestmark/contract/shapes'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { use } from 'react'
import { canUnlock } from '@nestmark/client/encryption/sealedLink'
import { safeHref } from '../../lib/addresses.ts'
import { laterPart } from '../../lib/lazy.ts'
import { toPlayable } from '../../lib/media/playable.ts'
import { IconButton, type IconButtonProps } from '../../ui/fields/Button.tsx'
import { IconDots } from '../../ui/icons.ts'
import { Menu } from '../../ui/menus/Menu.tsx'
import { formatTitle } from './linkDisplay.ts'
import type { LinkEntryOptions } from './linkEntries.ts'
import { LinkMenuContext } from './linkSlots.ts'
import type { LinkMenuPanelProps } from './LinkMenuPanel.tsx'

const LinkMenuPanel = laterPart<LinkMenuPanelProps>(() => import('./LinkMenuPanel.tsx'))

/** The menu of a link, with the actions that `can` of the answer allows, and its button. Nothing when there are none. */
export function LinkMenu({
  link,
  button,
  ...options
}: LinkEntryOptions & { link: Link; button?: Partial<IconButtonProps> }) {
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
  const label = texts.actionsOf(formatTitle(link))
  return (
    <Menu label={label} renderPanel={menu => <LinkMenuPanel {...menu} link={link} options={options} />}>
      {trigger => <IconButton {...trigger} icon={IconDots} label={label} {...button} />}
    </Menu>
  )
}
