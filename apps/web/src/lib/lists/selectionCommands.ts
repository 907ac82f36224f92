import type { FunctionComponent, SVGProps } from 'react'
import { createStore } from '../store.ts'

/** A command for the selected items, which the palette lists. */
export interface SelectionCommand {
  /** For example 'Move selected links…'. */
  label: string
  icon: FunctionComponent<SVGProps<SVGSVGElement>>
  /** The key that runs it, such as 'm' or 'delete'. */
  shortcut: string
  run: () => void
}

/** The commands for the selection on the page; none while nothing is selected. */
export const selectionCommands = createStore<readonly SelectionCommand[]>([])
