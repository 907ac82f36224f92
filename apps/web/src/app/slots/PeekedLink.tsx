import { LinkPeek } from '../../features/links/peek/LinkPeek.tsx'
import type { LinkPeekProps } from '../../features/links/linkSlots.ts'
import { LinkSlots } from '../../pages/link/LinkSlots.tsx'

/** The link next to its list. */
export default function PeekedLink(props: LinkPeekProps) {
  return (
    <LinkSlots>
      <LinkPeek {...props} />
    </LinkSlots>
  )
}
