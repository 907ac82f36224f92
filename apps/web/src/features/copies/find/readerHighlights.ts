import type { Link } from '@nestmark/contract/shapes'
import type { ComponentType, ReactNode } from 'react'
import type { Section } from '../reader/sections.ts'

/** What the reader shows of the highlights of its page. */
export interface ReaderMarks {
  /** The button at the top that shows and hides the highlights. */
  tool: ReactNode
  /** The column beside the article. It takes no space of the text. */
  margin: ReactNode
  /** Is drawn over the article, whose element is positioned. */
  overlay: ReactNode
  /** The number of the current highlight, for the bar at the bottom. */
  position: ReactNode
  /** Shows the highlights of a section. */
  renderSection: (id: string) => ReactNode
}

/** Adds highlights to the reader. The page provides it, because its feature depends on copies. */
export type ReaderHighlights = ComponentType<{
  link: Link
  /** The element with the text of the article; null until it is there. Another element has another text. */
  body: HTMLElement | null
  /** The element that scrolls. */
  scroller: HTMLElement | null
  sections: readonly Section[]
  /** The newest version of the page is shown. */
  isNewest: boolean
  children: (marks: ReaderMarks) => ReactNode
}>
