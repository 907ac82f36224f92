import type { PageCopies } from '@nestmark/contract/reading/copies'
import type { Link } from '@nestmark/contract/shapes'
import { formatFileSize } from '@nestmark/core/plans/storageSize'
import { copyTexts } from '@nestmark/texts/reading/copies'
import { readerTexts as texts } from '@nestmark/texts/reading/reader'
import { formatDate, formatFullDateTime } from '../../lib/dates.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { IconHistory, IconTrash } from '../../ui/icons.ts'
import type { MenuEntry } from '../../ui/menus/Menu.tsx'
import { isKeeping, useArchivePage } from './data.ts'
import { useDeleteCopies } from './useDeleteCopies.ts'

/** Returns what the reader says about a copy, and what can be done with it. */
export function useCopyActions(
  link: Link,
  copies: PageCopies,
  version: PageCopies['versions'][number] | undefined,
  onVersion: (number: number) => void,
) {
  const archivePage = useArchivePage()
  const { deleteVersions } = useDeleteCopies(link._id)
  const [newest] = copies.versions
  const days = new Set(copies.versions.map(each => formatDate(each.kept_at)))
  const formatTime = days.size < copies.versions.length ? formatFullDateTime : formatDate
  // The newest version has the changed text already.
  const isOld = version?.number !== newest?.number
  const canKeep = link.can.edit && link.is_trash === 0 && copies.keeps !== 'never'
  const isBusy = isKeeping(copies) || archivePage.isPending
  const versions: MenuEntry[] =
    (copies.versions.length > 1 &&
      version !== undefined && [
        ...copies.versions.map(each => ({
          label: `${formatTime(each.kept_at)}, ${formatFileSize(each.size)}`,
          checked: each.number === version.number,
          run: () => onVersion(each.number),
        })),
        link.can.edit && ('line' as const),
        link.can.edit && {
          label: copyTexts.dropVersion,
          icon: IconTrash,
          danger: true,
          run: () =>
            openOverlay('confirm', {
              title: copyTexts.dropVersionQuestion(formatTime(version.kept_at)),
              body: copyTexts.dropVersionBody,
              confirm: copyTexts.dropVersion,
              danger: true,
              run: () => deleteVersions(1, version.number),
            }),
        },
      ]) ||
    []
  return {
    /** What has happened to the page since; '' without a change. */
    note:
      version === undefined ? '' : copies.page === 'gone' ? texts.pageLost : isOld ? texts.pageChanged : '',
    title: version === undefined ? '' : copyTexts.copyOf(formatTime(version.kept_at)),
    facts: version === undefined ? [] : listFacts(version),
    /** The versions to choose from, and the deletion of the shown one; none where there is only one. */
    versions,
    isBusy,
    /** Keeps a new copy; undefined for who may not. */
    keep: canKeep
      ? {
          label: isBusy ? copyTexts.keeping : copyTexts.keepAgain,
          icon: IconHistory,
          disabled: isBusy,
          run: () => archivePage.mutate({ link_id: link._id }),
        }
      : undefined,
  }
}

export type CopyActions = ReturnType<typeof useCopyActions>

function listFacts(version: PageCopies['versions'][number]): string[] {
  const { kind, pictures_kept: stored, pictures_wanted: wanted } = version
  return [
    ...(kind === 'text' ? [copyTexts.noArticle] : []),
    ...(stored < wanted ? [copyTexts.pictures(stored, wanted)] : []),
  ]
}
