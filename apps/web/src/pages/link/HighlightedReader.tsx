import type { ComponentProps } from 'react'
import ReaderView from '../../features/copies/reader/ReaderView.tsx'
import { ReaderHighlights } from '../../features/highlights/reader/ReaderHighlights.tsx'

/** The reader with highlights. */
export default function HighlightedReader(props: Omit<ComponentProps<typeof ReaderView>, 'Highlights'>) {
  return <ReaderView {...props} Highlights={ReaderHighlights} />
}
