import { laterPart } from '../../../lib/lazy.ts'
import type { CollectionBulkProps } from './CollectionBulkBar.tsx'

const CollectionBulkBar = laterPart<CollectionBulkProps>(() => import('./CollectionBulkBar.tsx'))

/** The bulk bar of a collection grid while something is selected. */
export function CollectionBulk(props: CollectionBulkProps) {
  return props.selection.active && <CollectionBulkBar {...props} />
}
