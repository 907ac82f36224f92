import { playerTexts as texts } from '@nestmark/texts/links/players'
import { useEffect, useState } from 'react'
import { IconButton } from '../../../ui/fields/Button.tsx'
import { FindBar } from '../../../ui/fields/FindBar.tsx'
import { IconLetterCase } from '../../../ui/icons.ts'
import type { PdfViewer } from './usePdfViewer.ts'

/** Searches the document. */
export function PdfFind({ viewer, onClose }: { viewer: PdfViewer; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [matchesCase, setMatchesCase] = useState(false)
  const {
    search,
    controls: { find },
  } = viewer
  useEffect(() => find(query, { matchesCase }), [find, query, matchesCase])
  return (
    <FindBar
      label={texts.findInDocument}
      query={query}
      current={search.current}
      total={search.total}
      isSearching={search.isPending}
      onQuery={setQuery}
      onStep={isBackward => find(query, { isAgain: true, isBackward, matchesCase })}
      onClose={onClose}
    >
      <IconButton
        icon={IconLetterCase}
        label={texts.matchCase}
        active={matchesCase}
        aria-pressed={matchesCase}
        onClick={() => setMatchesCase(!matchesCase)}
      />
    </FindBar>
  )
}
