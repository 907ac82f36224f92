import type { Link } from '@nestmark/contract/shapes'
import { tidyTexts as texts } from '@nestmark/texts/tidy'
import type { Icon } from '../../ui/fields/Button.tsx'
import { IconArrowsJoin, IconHourglass, IconTagOff, IconCopy, IconTrash, IconUnlink } from '../../ui/icons.ts'
import type { MenuItem } from '../../ui/menus/Menu.tsx'

/** The groups of the page, in their order. */
const tidyGroups = ['duplicates', 'broken', 'untagged', 'forgotten', 'similarTags'] as const
export type TidyGroupName = (typeof tidyGroups)[number]

/** Something that can be tidied: a row of the page. */
export interface TidyItem {
  /** Unique on the page. */
  id: string
  title: string
  /** What is known about it, as short parts. */
  facts: readonly string[]
  /** The link whose picture and page are shown; none for a group of tags. */
  link?: Link
  /** The actions, each with its key; false in place of one that is not possible. */
  actions: readonly (TidyAction | false)[]
}

export type TidyAction = Required<Pick<MenuItem, 'label' | 'icon' | 'run'>> & {
  shortcut: 'm' | 'u' | 't' | 'e' | 'delete'
  danger?: boolean
}

/** Returns the action that trashes what the row is about. */
export const toTrashAction = (run: () => void, label: string = texts.trash): TidyAction => ({
  label,
  icon: IconTrash,
  shortcut: 'delete',
  danger: true,
  run,
})

/** Runs an action, and hides its item from the start on. */
export type Leave = (id: string, work: () => Promise<unknown>) => void

/** The items of a group that are shown, and how many there are. */
export interface TidyItems {
  name: TidyGroupName
  /** undefined while they are loading. */
  total: number | undefined
  items: readonly TidyItem[]
  error: Error | null
  retry: () => void
}

/** The items of each group that the page shows at first. */
export const shownAtFirst = 5

export const groupIcons: Record<TidyGroupName, Icon> = {
  duplicates: IconCopy,
  broken: IconUnlink,
  untagged: IconTagOff,
  forgotten: IconHourglass,
  similarTags: IconArrowsJoin,
}

/** What the head of each group says about its keys. */
export const groupKeys: Record<
  TidyGroupName,
  readonly (readonly [key: TidyAction['shortcut'], label: string])[]
> = {
  duplicates: [
    ['m', texts.merge],
    ['e', texts.distinct],
    ['delete', texts.keys.trash],
  ],
  broken: [
    ['e', texts.ignore],
    ['delete', texts.trash],
  ],
  untagged: [
    ['t', texts.tag],
    ['e', texts.keep],
    ['delete', texts.trash],
  ],
  forgotten: [
    ['e', texts.keep],
    ['delete', texts.trash],
  ],
  similarTags: [['m', texts.mergeTags]],
}
