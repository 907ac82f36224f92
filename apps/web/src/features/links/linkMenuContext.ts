import type { Link } from '@nestmark/contract/shapes'
import { createContext } from 'react'
import type { MenuEntry } from '../../ui/menus/MenuChoice.tsx'

/** Replaces the entries of a link's menu on pages with other actions, such as the trash. */
export const LinkMenuContext = createContext<((link: Link) => MenuEntry[]) | null>(null)
