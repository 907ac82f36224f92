import type { Icon } from '../../../ui/fields/Button.tsx'

/** The content of the left slot of a row. */
export type PaletteGlyph =
  | { kind: 'icon'; icon: Icon }
  | { kind: 'collection'; levels: number; counts: readonly number[] }
  | { kind: 'link'; category: number; thumbnail: string; host: string }

/** An option of the palette. It has a path, `run` or `text`. */
export interface PaletteItem {
  key: string
  label: string
  glyph: PaletteGlyph
  /** The site of a link. */
  site?: string
  /** The path above a collection, or the name of the collection of a link. */
  place?: string
  path?: string
  /** It is encrypted, and this browser has its key. */
  isOpenHere?: true
  run?: () => void
  /** It takes any text, so it is no match. */
  takesText?: true
  /** It shows all results of the text. */
  isSearch?: true
  /** The text that it puts into the field. */
  text?: string
  /** The keys that do the same without the palette. */
  keys?: readonly string[]
  /** A date or count at the end of the row. */
  detail?: string
  /** The address that Ctrl+C copies. */
  address?: string
}

export interface PaletteGroup {
  id: 'recent' | 'links' | 'collections' | 'tags' | 'commands'
  items: PaletteItem[]
  /** The number of matches, where more exist than are shown. */
  count?: string
  /** A search for this group is running, and it has nothing to show yet. */
  isLoading?: boolean
  /** Why the group is empty. */
  problem?: string
}
