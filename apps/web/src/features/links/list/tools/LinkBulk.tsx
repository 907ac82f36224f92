import { laterPart } from '../../../../lib/lazy.ts'
import type { LinkBulkProps } from './LinkBulkBar.tsx'

const LinkBulkBar = laterPart<LinkBulkProps>(() => import('./LinkBulkBar.tsx'))

/** The bulk bar of a link list while something is selected. */
export function LinkBulk(props: LinkBulkProps) {
  return props.selection.active && <LinkBulkBar {...props} />
}
