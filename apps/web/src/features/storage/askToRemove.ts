import type { Input } from '@nestmark/contract/operation'
import type { removeStoredFiles, StoredKind, StoredLink } from '@nestmark/contract/storage'
import { formatStoredSize } from '@nestmark/core/plans/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { IconFileOff } from '../../ui/icons.ts'
import { formatStoredName } from './storageData.ts'

const linksAtOnce = 200

/** Asks for confirmation before the files of links are removed. */
export function askToRemove(
  links: readonly StoredLink[],
  kind: StoredKind,
  remove: (orders: readonly Input<typeof removeStoredFiles>[]) => Promise<void>,
  onDone: () => void,
): void {
  const bytes = links.reduce((sum, link) => sum + link.bytes, 0)
  const ids = links.map(link => link._id)
  const orders = Array.from({ length: Math.ceil(ids.length / linksAtOnce) }, (_, at) => ({
    linkIdArr: ids.slice(at * linksAtOnce, (at + 1) * linksAtOnce),
    what: kind,
  }))
  openOverlay('confirm', {
    title: texts.removeAsk(links.length, links[0] ? formatStoredName(links[0]) : ''),
    body: texts.removeLine(formatStoredSize(bytes), links.length),
    confirm: texts.remove,
    icon: IconFileOff,
    danger: true,
    run: async () => {
      await remove(orders)
      onDone()
    },
  })
}
