import type { StoredLink } from '@nestmark/contract/storage'
import { linksTexts } from '@nestmark/texts/links/links'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { uiTexts } from '@nestmark/texts/ui'
import { useIsOffline } from '../../lib/connection.ts'
import { usePhone } from '../../lib/media/media.ts'
import { IconExternalLink, IconFileOff, IconFolder, IconTrash } from '../../ui/icons.ts'
import { MenuTitle } from '../../ui/menus/MenuTitle.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { useMe } from '../session/data.ts'
import { formatStoredName } from './storageData.ts'

/** The menu of a row: opens the link or its collection, removes the files, or trashes the link. */
export function StoredLinkMenu({
  link,
  onRemove,
  onTrash,
}: {
  link: StoredLink
  onRemove: () => void
  onTrash: () => void
}) {
  const phone = usePhone()
  const rootId = useMe()?.root_folder
  const isOffline = useIsOffline()
  const isTrashed = link.is_trash === 1
  const name = formatStoredName(link)
  const collectionPath = link.parent === rootId ? '/dashboard' : `/c/${link.parent}`
  return (
    <MoreMenu
      label={linksTexts.actionsOf(name)}
      head={phone && <MenuTitle title={name} />}
      items={[
        { label: texts.open, icon: IconExternalLink, to: `/l/${link._id}` },
        isTrashed
          ? { label: texts.showInTrash, icon: IconTrash, to: '/trash?tab=links' }
          : { label: texts.showInCollection, icon: IconFolder, to: collectionPath },
        'line',
        { label: texts.removeFilesOfOne, icon: IconFileOff, disabled: isOffline, run: onRemove },
        !isTrashed && { label: texts.moveToTrash, icon: IconTrash, danger: true, run: onTrash },
      ]}
      small
      iconClass={phone ? 's18' : ''}
      tip={uiTexts.more}
    />
  )
}
