import { categories } from '@nestmark/core/limits'
import type { Icon } from '../fields/Button.tsx'
import { IconHeadphones, IconLink, IconNotes, IconPhoto, IconPlayerPlay } from '../icons.ts'

export interface CategoryLook {
  code: number
  /** see, watch, explore, read, listen */
  tag: string
  label: string
  icon: Icon
  /** The CSS class that sets --c, --ct and --cm for its content. */
  className: string
}

const icons: Record<number, Icon> = {
  1: IconPhoto,
  2: IconPlayerPlay,
  3: IconLink,
  4: IconNotes,
  5: IconHeadphones,
}

/** The five categories with their icon and colour. */
export const categoryLooks: readonly CategoryLook[] = categories.map(category => ({
  ...category,
  icon: icons[category.code] ?? IconLink,
  className: `c-${category.tag}`,
}))

const defaultLook = categoryLooks[2] as CategoryLook

/** Returns the icon and colour of a category; an unknown one has those of a link. */
export function toCategoryLook(code: number): CategoryLook {
  return categoryLooks[code - 1] ?? defaultLook
}
