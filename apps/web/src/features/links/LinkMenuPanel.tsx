import type { Link } from '@nestmark/contract/shapes'
import { outboxTexts } from '@nestmark/texts/outbox'
import { use } from 'react'
import { connection } from '../../lib/connection.ts'
import { usePhone } from '../../lib/media/media.ts'
import { useStore } from '../../lib/store.ts'
import MenuPanel, { type OpenMenu } from '../../ui/menus/MenuPanel.tsx'
import { MenuTitle } from '../../ui/menus/MenuTitle.tsx'
import { formatSource, formatTitle } from './linkDisplay.ts'
import { type LinkEntryOptions, useLinkEntries } from './linkEntries.ts'
import { LinkMenuContext } from './linkSlots.ts'
import { MiniThumb } from './list/items/Thumb.tsx'

export interface LinkMenuPanelProps extends OpenMenu {
  link: Link
  options: LinkEntryOptions
}

/** The content of the menu of a link. */
export default function LinkMenuPanel({ link, options, ...menu }: LinkMenuPanelProps) {
  const listEntries = useLinkEntries()
  const customEntries = use(LinkMenuContext)
  const connectionState = useStore(connection)
  const phone = usePhone()
  const hasGreyed = connectionState !== 'up' && !customEntries && link.can.share
  const greyed = hasGreyed ? outboxTexts.greyed(connectionState) : ''
  return (
    <MenuPanel
      {...menu}
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
      items={() => (customEntries ? customEntries(link) : listEntries(link, options))}
    />
  )
}
