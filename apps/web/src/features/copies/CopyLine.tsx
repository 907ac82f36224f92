import type { PageCopies } from '@nestmark/contract/copies'
import type { Link } from '@nestmark/contract/shapes'
import { formatFileSize } from '@nestmark/core/storageSize'
import { copyTexts } from '@nestmark/texts/copies'
import { readerTexts as texts } from '@nestmark/texts/reader'
import { formatDate } from '../../lib/dates.ts'
import { openOverlay } from '../../lib/overlay.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { IconChevronDown, IconHistory, IconTrash } from '../../ui/icons.ts'
import { Menu } from '../../ui/Menu.tsx'
import css from './Reader.module.css'
import { isKeeping, useDropCopy, useKeepPage } from './data.ts'

/** Shows the date of the copy, and what has happened to the page since. */
export function CopyLine({
  link,
  copies,
  version,
  onVersion,
}: {
  link: Link
  copies: PageCopies
  version: PageCopies['versions'][number]
  onVersion: (number: number) => void
}) {
  const keepPage = useKeepPage()
  const dropCopy = useDropCopy()
  const [newest] = copies.versions
  // The newest version has the changed text already.
  const isOld = version.number !== newest?.number
  const note = copies.page === 'gone' ? texts.pageGone : isOld ? texts.pageChanged : ''
  const canKeep = link.can.edit && link.is_trash === 0 && copies.keeps !== 'never'
  const isBusy = isKeeping(copies) || keepPage.isPending
  const facts = [
    version.kind === 'text' && copyTexts.noArticle,
    version.pictures_kept < version.pictures_wanted &&
      copyTexts.pictures(version.pictures_kept, version.pictures_wanted),
  ].filter(fact => fact !== false)
  return (
    <div className={classes(css.copy, note !== '' && css.warned)} lang="en" dir="ltr">
      <IconHistory className="i" />
      <span className={css.copyText} role="status">
        <b>{copyTexts.copyOf(formatDate(version.kept_at))}</b>
        {note !== '' && ` · ${note}`}
        {facts.map(fact => ` · ${fact}`)}
      </span>
      {copies.versions.length > 1 && (
        <Menu
          label={copyTexts.versions}
          items={[
            ...copies.versions.map(each => ({
              label: `${formatDate(each.kept_at)}, ${formatFileSize(each.size)}`,
              checked: each.number === version.number,
              run: () => onVersion(each.number),
            })),
            link.can.edit && 'line',
            link.can.edit && {
              label: copyTexts.dropVersion,
              icon: IconTrash,
              danger: true,
              run: () =>
                openOverlay('confirm', {
                  title: copyTexts.dropVersionQuestion(formatDate(version.kept_at)),
                  body: copyTexts.dropVersionBody,
                  confirm: copyTexts.dropVersion,
                  danger: true,
                  run: () => dropCopy.mutateAsync({ link_id: link._id, number: version.number }),
                }),
            },
          ]}
        >
          {trigger => (
            <Button {...trigger} size="sm" variant="ghost" icon={IconChevronDown}>
              {copyTexts.versions}
            </Button>
          )}
        </Menu>
      )}
      {canKeep && (
        <Button size="sm" disabled={isBusy} onClick={() => keepPage.mutate({ link_id: link._id })}>
          {isBusy ? copyTexts.keeping : copyTexts.keepAgain}
        </Button>
      )}
    </div>
  )
}
