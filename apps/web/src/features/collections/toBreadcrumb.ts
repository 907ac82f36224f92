import type { BreadcrumbEntry } from '@nestmark/contract/shapes'
import { collectionsTexts } from '@nestmark/texts/collections/collections'
import type { Crumb } from '../../ui/page/Breadcrumb.tsx'
import { toDisplayName } from './data.ts'

/**
 * Returns the breadcrumb from the dashboard, which is the root itself.
 * @param entries the collections without the root; for a member, from the first one that they may see
 * @param root the ID of the user's root, when items can be dropped on the dashboard
 * @param isShared the collection is shared with the user, so the list of shared collections precedes it
 */
export function toBreadcrumb(
  entries: readonly BreadcrumbEntry[],
  { root, isShared = false }: { root?: string | undefined; isShared?: boolean } = {},
): Crumb[] {
  const dashboard = { label: collectionsTexts.dashboard, to: '/dashboard' }
  return [
    root === undefined
      ? dashboard
      : { ...dashboard, drop: { _id: root, name: collectionsTexts.dashboard, canAdd: true } },
    ...(isShared && entries[0] ? [{ label: entries[0].label, to: '/shared' }] : []),
    ...entries.map((entry, index) => ({
      label: toDisplayName(entry.name),
      to: `/c/${entry._id}`,
      drop: {
        _id: entry._id,
        name: toDisplayName(entry.name),
        // The server refuses a drop on a read-only collection.
        canAdd: true,
        path: entries.slice(0, index).map(ancestor => ancestor._id),
      },
    })),
  ]
}
