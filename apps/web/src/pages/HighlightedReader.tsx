import type { ComponentProps } from 'react'
import ReaderView from '../features/copies/ReaderView.tsx'
import { ReaderHighlights } from '../features/highlights/ReaderHighlights.tsx'

/** The reader with highlights. */
export default function HighlightedReader(props: Omit<ComponentProps<typeof ReaderView>, 'Highlights'>) {
  return <ReaderView {...props} Highlights={ReaderHighlights} />
}
