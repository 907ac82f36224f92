import type { StoredKind, StoredLink } from '@nestmark/contract/storage'
import { formatStorageSize } from '@nestmark/core/storageSize'
import { storageTexts as texts } from '@nestmark/texts/storage'
import { Confirm } from '../../ui/Confirm.tsx'
import { IconFileOff } from '../../ui/icons.ts'
import { useRemoveStoredFiles } from './useRemoveStoredFiles.ts'

const linksAtOnce = 200

/** Asks for confirmation before the files of links are removed. */
export function RemoveFiles({
  links,
  kind,
  onClose,
  onDone,
}: {
  links: readonly StoredLink[]
  kind: StoredKind
  onClose: () => void
  onDone: () => void
}) {
  const remove = useRemoveStoredFiles()
  const bytes = links.reduce((sum, link) => sum + link.bytes, 0)
  const ids = links.map(link => link._id)
  const orders = Array.from({ length: Math.ceil(ids.length / linksAtOnce) }, (_, at) => ({
    linkIdArr: ids.slice(at * linksAtOnce, (at + 1) * linksAtOnce),
    what: kind,
  }))
  return (
    <Confirm
      title={texts.removeAsk(links.length)}
      body={texts.removeLine(formatStorageSize(bytes))}
      confirm={texts.remove}
      icon={IconFileOff}
      danger
      run={async () => {
        await remove(orders)
        onDone()
      }}
      onClose={onClose}
    />
  )
}
