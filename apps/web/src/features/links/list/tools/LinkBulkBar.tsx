import type { EveryLink as EveryLinkInput, Link } from '@nestmark/contract/shapes'
import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { listLoaded, type Pages } from '../../../../lib/api/pages.ts'
import type { AllLinks } from '../../../../lib/lists/chosenItems.ts'
import { connection } from '../../../../lib/connection.ts'
import { openOverlay } from '../../../../lib/overlays/overlay.ts'
import type { Selection } from '../../../../lib/lists/selection.ts'
import { useStore } from '../../../../lib/store.ts'
import { type BulkAction, BulkBar } from '../../../../ui/lists/BulkBar.tsx'
import {
  IconFileExport,
  IconFolderSymlink,
  IconHash,
  IconLock,
  IconLockOpen,
  IconStar,
  IconStarFilled,
  IconTrash,
} from '../../../../ui/icons.ts'
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx'
import { canEncrypt, decrypt, encrypt } from '../../../encryption/tasks/commands.ts'
import { useFavouriteLinks } from '../../data.ts'
import { toMovable } from '../../linkDisplay.ts'

/** The maximum length of a list whose links are checked one by one: a few pages. */
const maxChecked = 500

/** Returns whether a list may contain links of other owners: a search and the favourites do. */
function isMixed({ search, favourite, folder_id: folderId }: EveryLinkInput): boolean {
  return search !== undefined || (favourite === 1 && !folderId)
}

const readLoaded = (pages: Pages<Link>) => listLoaded(pages, Math.min(pages.total ?? 0, maxChecked))

/** Returns the loaded links of 'Select all' that may be trashed. */
function toMixed(pages: Pages<Link>, { every }: Selection<Link>, more: boolean): AllLinks['mixed'] {
  const total = pages.total ?? 0
  const loaded = readLoaded(pages)
  const included = loaded.filter(link => link.can.trash && !every?.except.has(link._id))
  return { loaded: included.map(toMovable), all: !more && loaded.length === total }
}

export interface LinkBulkProps {
  pages: Pages<Link>
  selection: Selection<Link>
  /** What the list shows: 'Select all' means everything in it, loaded or not. */
  set: EveryLinkInput
  /** The list contains more links than it counts. */
  more?: boolean | undefined
}

/** The bulk bar of a link list, with Move, Tag, Favourite and Trash. */
export default function LinkBulkBar(props: LinkBulkProps) {
  const { pages, selection, more = false } = props
  const total = pages.total ?? 0
  const selectedCount = selection.count(total)
  const label = texts.selectAll(total, more)
  return (
    <BulkBar
      label={texts.bulk}
      count={texts.selected(selectedCount, more && selection.every !== null)}
      isEmpty={selectedCount === 0}
      all={selectedCount < total ? { label, run: selection.selectAll } : undefined}
      actions={useActions(props)}
      onClear={selection.clear}
    >
      <Checkbox
        small
        label={label}
        checked={selectedCount > 0 && selectedCount >= total}
        indeterminate={selectedCount > 0 && selectedCount < total}
        onChange={() => {
          if (selectedCount === 0) return selection.selectAll()
          selection.clear()
          selection.start()
        }}
      />
    </BulkBar>
  )
}

/** Returns the actions that at least one selected link allows. */
function useActions({ pages, selection, set, more = false }: LinkBulkProps): BulkAction[] {
  const setFavourite = useFavouriteLinks()
  const connected = useStore(connection) === 'up'
  const total = pages.total ?? 0
  const count = selection.count(total)
  const every: AllLinks | undefined = selection.every
    ? {
        set,
        except: [...selection.every.except],
        count,
        more,
        mixed: isMixed(set) ? toMixed(pages, selection, more) : undefined,
      }
    : undefined
  const items = [...selection.items.values()]
  const candidates = items.length > 0 ? items : readLoaded(pages)
  const isAnyAllowed = (can: keyof Link['can']) => candidates.some(link => link.can[can])
  const warn = () => openOverlay('confirm', { title: texts.noneChosen })
  const openFor = (name: 'move' | 'trash' | 'tagLinks', can: keyof Link['can']) => {
    const links = items.filter(link => link.can[can]).map(toMovable)
    if (every ? count === 0 : links.length === 0) warn()
    else openOverlay(name, { links, ...(every && { every }), onDone: selection.clear })
  }
  // One button for all: it removes the mark only where every link has it.
  const allFavourite = !every && items.length > 0 && items.every(link => link.favourite === 1)
  const toggleFavourite = () => {
    const links = items.filter(link => link.can.favourite).map(link => link._id)
    if (every ? count === 0 : links.length === 0) return warn()
    const chosen = every ? { every: every.set, except: every.except } : { links }
    setFavourite.mutate({ ...chosen, is_fav: allFavourite ? 0 : 1 }, { onSuccess: selection.clear })
  }
  const openExport = () => {
    if (count === 0) return warn()
    const part = every ? { every } : { links: items.map(link => link._id) }
    openOverlay('export', { part: { name: texts.selected(count, more), ...part } })
  }
  const changeEncryption = async (change: typeof encrypt) => {
    const all = every ? await pages.range(0, Math.max(0, total - 1)) : items
    const links = all.filter(link => link.can.edit && !selection.every?.except.has(link._id))
    if (links.length === 0) return warn()
    await change({ links }, selection.clear)
  }
  const actions: (BulkAction | false)[] = [
    isAnyAllowed('move') && {
      label: texts.bulkMove,
      icon: IconFolderSymlink,
      shortcut: 'm',
      command: texts.selectedMove,
      run: () => openFor('move', 'move'),
    },
    isAnyAllowed('edit') && {
      label: texts.bulkTag,
      icon: IconHash,
      shortcut: 't',
      command: texts.selectedTag,
      run: () => openFor('tagLinks', 'edit'),
    },
    isAnyAllowed('favourite') && {
      label: texts.bulkFavourite,
      icon: allFavourite ? IconStarFilled : IconStar,
      shortcut: 'f',
      command: texts.selectedFavourite,
      run: toggleFavourite,
    },
    connected && {
      label: texts.bulkExport,
      icon: IconFileExport,
      command: texts.selectedExport,
      run: openExport,
    },
    // A mixed selection has both actions: each reports the links that it cannot change (ENC-08).
    connected &&
      candidates.some(link => link.enc === 0 && canEncrypt(link)) && {
        label: encryptionTexts.encrypt,
        icon: IconLock,
        command: encryptionTexts.selectedEncrypt,
        run: () => void changeEncryption(encrypt),
      },
    connected &&
      candidates.some(link => link.enc === 1 && link.can.edit) && {
        label: encryptionTexts.decrypt,
        icon: IconLockOpen,
        command: encryptionTexts.selectedDecrypt,
        run: () => void changeEncryption(decrypt),
      },
    isAnyAllowed('trash') && {
      label: texts.bulkTrash,
      icon: IconTrash,
      shortcut: 'delete',
      command: texts.selectedTrash,
      danger: true,
      run: () => openFor('trash', 'trash'),
    },
  ]
  return actions
    .filter(action => action !== false)
    .map(action => (count === 0 ? { ...action, command: undefined } : action))
}
