import type { Link } from '@nestmark/contract/shapes'
import type { ReactNode } from 'react'
import { CopyStatus } from '../../features/copies/CopyStatus.tsx'
import { LinkHighlights } from '../../features/highlights/LinkHighlights.tsx'
import { LinkCopiesContext, LinkHighlightsContext } from '../../features/links/linkSlots.ts'

const renderCopies = (link: Link, className?: string) => <CopyStatus link={link} className={className} />
const renderHighlights = (link: Link) => <LinkHighlights link={link} />

/** Gives a link that is shown in full the parts of features that depend on links. */
export function LinkSlots({ children }: { children: ReactNode }) {
  return (
    <LinkCopiesContext value={renderCopies}>
      <LinkHighlightsContext value={renderHighlights}>{children}</LinkHighlightsContext>
    </LinkCopiesContext>
  )
}
