import type { CaptureFormat, CopyFailure, PageCopies } from '@nestmark/contract/reading/copies'
import type { Link as LinkShape } from '@nestmark/contract/shapes'
import { copyTexts as texts } from '@nestmark/texts/reading/copies'
import { readerTexts } from '@nestmark/texts/reading/reader'
import { formatDate } from '../../lib/dates.ts'
import { connection } from '../../lib/connection.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { Button, ButtonLink } from '../../ui/fields/Button.tsx'
import { classes } from '../../ui/classes.ts'
import {
  IconCamera,
  IconExternalLink,
  IconFileTypePdf,
  IconHistory,
  IconRefresh,
  IconTrash,
} from '../../ui/icons.ts'
import { type MenuEntry } from '../../ui/menus/Menu.tsx'
import { MoreMenu } from '../../ui/menus/MoreMenu.tsx'
import { useCopiesOfLink } from '../links/detail/linkCopies.ts'
import { keepReadingList } from '../links/list/openList.ts'
import { useMe } from '../session/data.ts'
import { useHasPdf, useLacksBrowser } from '../session/useHasPdf.ts'
import { areCopiesAvailable, limitArchiveMode, listArchiveModes } from '../../lib/browser/copyModes.ts'
import { Captures } from './Captures.tsx'
import css from './CopyStatus.module.css'
import { isKeeping, useKeepCapture, useArchivePage, useUpdateLinkCopies } from './data.ts'
import { useReaderState } from './reader/readerState.ts'
import { useDeleteCopies } from './useDeleteCopies.ts'

/** Shows the state of the copy of a link's page, and what can be done with it. Renders nothing where there can be none. */
export function CopyStatus({ link, className }: { link: LinkShape; className?: string }) {
  const copies = useCopiesOfLink(link)
  if (!copies) return null
  // There is nothing to do for a reader of a collection without a copy.
  if (!link.can.edit && copies.versions.length === 0 && copies.captures.length === 0) return null
  return <Status {...{ link, copies, className }} />
}

function Status({
  link,
  copies,
  className,
}: {
  link: LinkShape
  copies: PageCopies
  className?: string | undefined
}) {
  const archivePage = useArchivePage()
  const keepCapture = useKeepCapture()
  const keep = () => archivePage.mutate({ link_id: link._id })
  const making = keepCapture.isPending ? keepCapture.variables.format : undefined
  const listCaptureEntries = useCaptureEntries(copies, format =>
    keepCapture.mutate({ link_id: link._id, format }),
  )
  const listCopyEntries = useCopyEntries(link, copies, keep)
  const listEntries = () => (making ? listCopyEntries([]) : listCopyEntries(listCaptureEntries()))
  const readerState = useReaderState()
  const [newest] = copies.versions
  const busy = isKeeping(copies) || archivePage.isPending
  const { line, tone } = describe(copies)
  const hasFailed = copies.fault !== null
  return (
    <section className={classes(css.status, className)} aria-label={texts.section}>
      <div className={`row g8 t2 ${css.line}`}>
        <IconHistory className={classes('i', tone)} />
        <span className="grow" role="status">
          {line}
        </span>
        {link.can.edit && <MoreMenu label={texts.actions} items={listEntries} />}
      </div>
      <div className={`flex wrap g8 mt4 ${css.buttons}`}>
        {newest &&
          (newest.reader ? (
            <ButtonLink
              variant={copies.page === 'gone' ? 'primary' : undefined}
              to={`/l/${link._id}/read`}
              state={readerState}
              onClick={keepReadingList}
            >
              {readerTexts.read}
            </ButtonLink>
          ) : (
            newest.copy && (
              <ButtonLink to={newest.copy} target="_blank">
                {texts.showCopy}
              </ButtonLink>
            )
          ))}
        {link.can.edit && copies.keeps !== 'never' && !busy && (!newest || hasFailed) && (
          <Button icon={hasFailed ? IconRefresh : IconHistory} onClick={keep}>
            {hasFailed ? texts.tryAgain : texts.keep}
          </Button>
        )}
      </div>
      <Captures linkId={link._id} captures={copies.captures} making={making} canEdit={link.can.edit} />
    </section>
  )
}

/** Returns the sentence about the copies of a page, and its tone. */
function describe(copies: PageCopies): { line: string; tone?: 'warn' } {
  const { fault: failure, versions } = copies
  const [newest] = versions
  if (isKeeping(copies)) return { line: texts.keeping }
  if (!newest) {
    if (failure) return { line: texts.noCopy(texts.failures[failure]), tone: 'warn' }
    return { line: copies.keeps === 'never' ? texts.off : texts.none }
  }
  const copy = texts.copyOf(formatDate(newest.kept_at))
  if (copies.page === 'gone') return { line: `${copy}. ${texts.deleted}.`, tone: 'warn' }
  if (failure) return { line: `${copy}. ${formatRetryFailure(failure)}`, tone: 'warn' }
  return { line: copies.page === 'changed' ? `${copy}. ${texts.changed}.` : copy }
}

const formatRetryFailure = (failure: CopyFailure) => texts.noNewCopy(texts.failures[failure])

/** Returns a function that lists the captures that can be made of a page. */
function useCaptureEntries(
  { captures }: PageCopies,
  keep: (format: CaptureFormat) => void,
): () => MenuEntry[] {
  const hasPdf = useHasPdf()
  const lacksBrowser = useLacksBrowser()
  return () =>
    hasPdf
      ? (['pdf', 'screenshot'] as const).map(format => ({
          label: (captures.some(each => each.format === format) ? texts.keepNewCapture : texts.keepCapture)[
            format
          ],
          icon: format === 'pdf' ? IconFileTypePdf : IconCamera,
          disabled: connection.get() !== 'up',
          run: () => keep(format),
        }))
      : lacksBrowser
        ? [{ label: texts.noCaptures, icon: IconFileTypePdf, disabled: true, run: () => undefined }]
        : []
}

/** Returns a function that lists what can be done with the copies of a page, and with captures. */
function useCopyEntries(
  link: LinkShape,
  copies: PageCopies,
  keep: () => void,
): (captureEntries: MenuEntry[]) => MenuEntry[] {
  const { deleteVersions } = useDeleteCopies(link._id)
  const updateKeep = useUpdateLinkCopies()
  const own = useMe()?.keep_copies
  /** What the owner of the link has chosen for all links, where it is known. */
  const common =
    copies.keep === null ? copies.keeps : link.can.share && own ? limitArchiveMode(own) : undefined
  const [newest] = copies.versions
  const hasMany = copies.versions.length > 1
  const label = hasMany ? texts.dropAll : texts.drop
  return captureEntries => [
    newest !== undefined &&
      newest.reader !== null &&
      newest.copy !== null && { label: readerTexts.fullPage, icon: IconExternalLink, href: newest.copy },
    newest &&
      copies.keeps !== 'never' &&
      !isKeeping(copies) && { label: texts.keepAgain, icon: IconRefresh, run: keep },
    ...captureEntries,
    (newest || captureEntries.length > 0) && areCopiesAvailable() && 'line',
    areCopiesAvailable() && {
      heading: texts.ofLink,
      items: [null, ...listArchiveModes()].map(mode => ({
        label: mode ? texts.modes[mode] : texts.asInSettings(common),
        checked: (copies.keep && limitArchiveMode(copies.keep)) === mode,
        run: () => updateKeep.mutate({ link_id: link._id, keep: mode }),
      })),
    },
    newest && 'line',
    newest && {
      label,
      icon: IconTrash,
      danger: true,
      run: () =>
        openOverlay('confirm', {
          title: texts.dropQuestion(copies.versions.length),
          body: copies.page === 'gone' ? texts.dropOfDeleted : texts.dropBody,
          confirm: label,
          danger: true,
          run: () => deleteVersions(copies.versions.length),
        }),
    },
  ]
}
