import type { BrokenLink } from '@nestmark/contract/links/brokenLinks'
import { brokenLinkTexts as texts } from '@nestmark/texts/links/brokenLinks'
import { linksTexts } from '@nestmark/texts/links/links'
import { safeHref } from '../../lib/addresses.ts'
import { useIsOffline } from '../../lib/connection.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import {
  IconArchive,
  IconCornerUpRight,
  IconEdit,
  IconExternalLink,
  IconEye,
  IconEyeOff,
  IconFolderSymlink,
  IconNotes,
  IconRefresh,
  IconTrash,
} from '../../ui/icons.ts'
import type { MenuEntry, MenuItem } from '../../ui/menus/Menu.tsx'
import { formatTitle, toMovable } from '../links/linkDisplay.ts'
import { useCheckLink, useDeleteBroken, useIgnoreBrokenLinks, useUpdateAddresses } from './data.ts'
import { toArchiveAddress } from './describeStatus.ts'
import { useState } from 'react'

/** What can be done with broken links. */
export interface BrokenActions {
  /** Actions need the server, and it cannot be reached. */
  isOffline: boolean
  tick: (link: BrokenLink, isOn: boolean) => void
  update: (links: readonly BrokenLink[]) => void
  remove: (links: readonly BrokenLink[]) => void
  move: (links: readonly BrokenLink[]) => void
  /** Returns the menu of a link; the keys of its row run its entries. */
  entries: (link: BrokenLink) => MenuEntry[]
}

/** Returns the actions for broken links. */
export function useBrokenActions(ticks: Ticks): BrokenActions {
  const isOffline = useIsOffline()
  const updating = useUpdateAddresses()
  const checking = useCheckLink()
  const ignore = useIgnoreBrokenLinks()
  const deleteBroken = useDeleteBroken()
  const untick = (links: readonly BrokenLink[]) => ticks.set(links, false)

  const update = (links: readonly BrokenLink[]) =>
    updating.mutate({ links: links.map(link => link._id) }, { onSuccess: () => untick(links) })
  const move = (links: readonly BrokenLink[]) =>
    openOverlay('move', { links: links.map(toMovable), onDone: () => untick(links) })
  const remove = (links: readonly BrokenLink[]) =>
    openOverlay('confirm', {
      title: linksTexts.trashAsk(links.map(formatTitle)),
      body: linksTexts.trashLine(links.length),
      confirm: texts.trash,
      icon: IconTrash,
      danger: true,
      run: () => deleteBroken(links),
    })
  const off = (entry: MenuItem): MenuEntry => ({ ...entry, disabled: isOffline })

  return {
    isOffline,
    tick: (link, isOn) => ticks.set([link], isOn),
    update,
    remove,
    move,
    entries: link => [
      link.state === 'moved' &&
        off({ label: texts.update, icon: IconCornerUpRight, shortcut: 'u', run: () => update([link]) }),
      { label: texts.archived, icon: IconArchive, href: toArchiveAddress(link.link) },
      { label: texts.ownCopy, icon: IconNotes, to: `/l/${link._id}/read` },
      safeHref(link.link) !== undefined && {
        label: texts.openPage,
        icon: IconExternalLink,
        href: safeHref(link.link) ?? '',
      },
      'line',
      off({
        label: texts.checkOne,
        icon: IconRefresh,
        shortcut: 'c',
        run: () => checking.mutate({ link_id: link._id }),
      }),
      off({
        label: texts.edit,
        icon: IconEdit,
        shortcut: 'e',
        run: () => openOverlay('editLink', { link }),
      }),
      off({
        label: link.ignored === 1 ? texts.unignore : texts.ignore,
        icon: link.ignored === 1 ? IconEye : IconEyeOff,
        shortcut: 'i',
        run: () => {
          ignore([link], link.ignored === 1 ? 0 : 1)
          untick([link])
        },
      }),
      off({ label: texts.move, icon: IconFolderSymlink, shortcut: 'm', run: () => move([link]) }),
      'line',
      off({
        label: texts.trash,
        icon: IconTrash,
        shortcut: 'delete',
        danger: true,
        run: () => remove([link]),
      }),
    ],
  }
}

/** Which broken links are ticked. */
export interface Ticks {
  has: (link: BrokenLink) => boolean
  set: (links: readonly BrokenLink[], isOn: boolean) => void
  clear: () => void
}

/**
 * Keeps the ticks of broken links: those that the server selects, until the user changes them. New links of a running
 * check are ticked as the server says, and none loses its tick.
 */
export function useTicks(): Ticks {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [isCleared, setIsCleared] = useState(false)
  return {
    has: link => changed.get(link._id) ?? (!isCleared && link.selected === 1),
    set: (links, isOn) =>
      setChanged(now => new Map([...now, ...links.map(link => [link._id, isOn] as const)])),
    clear: () => {
      setChanged(new Map())
      setIsCleared(true)
    },
  }
}
