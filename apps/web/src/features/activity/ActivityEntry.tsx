import type { Activity } from '@nestmark/contract/activity'
import { activityTexts as texts } from '@nestmark/texts/activity'
import { Fragment, type ReactNode, useRef } from 'react'
import { Link } from '../../lib/router/links.tsx'
import type { Refusal } from '../../lib/api/client.ts'
import { formatTimeOfDay, isoDate } from '../../lib/dates.ts'
import { hasNoFocus } from '../../lib/focus/hasNoFocus.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Button } from '../../ui/fields/Button.tsx'
import { toDisplayName } from '../collections/data.ts'
import css from './Activity.module.css'
import { formatDay, useUndoActivity } from './data.ts'

interface NamedCollection {
  _id: string
  name: string
}

/**
 * One activity entry: actor, action, subjects, place and time, with an undo button where it is permitted.
 * @param listId the collection of the list; entries of other collections show their names
 * @param now the current time, in milliseconds since 1970
 */
export function ActivityEntry({
  entry,
  listId,
  now,
  onLeave,
}: {
  entry: Activity
  listId: string
  now: number
  onLeave: () => void
}) {
  const { undo, isPending, error } = useUndoActivity()
  const text = useRef<HTMLSpanElement>(null)
  const { by, undone } = entry
  // The server detects permanently deleted items only when the undo is requested.
  const cannotUndo = error !== null && isPermanentRefusal(error)
  const actor = by?.is_me ? texts.you : by?.name || texts.pastMember
  // The button disappears, so the focus moves to the text.
  const focusText = () => {
    const isHere = text.current?.closest('li')?.contains(document.activeElement)
    if (isHere || hasNoFocus()) text.current?.focus({ preventScroll: true })
  }
  const renderLink = (address: string, name: string) => (
    <Link className={css.subject} to={address} onClick={onLeave} dir="auto">
      {texts.quoted(name)}
    </Link>
  )
  const renderPlace = ({ _id, name }: NamedCollection) => renderLink(`/c/${_id}`, toDisplayName(name))
  return (
    <li className={css.entry}>
      <Avatar name={by?.name || null} />
      <span className={`t2 anywhere ${css.text}`} ref={text} tabIndex={-1}>
        <bdi className="t1 w560">{actor}</bdi> {texts.verb(entry.kind)}{' '}
        <Subjects entry={entry} renderLink={renderLink} />{' '}
        <PlaceText entry={entry} listId={listId} renderPlace={renderPlace} />
        <span className={`t3 block f12 ${css.time}`}>
          <time className="num" dateTime={isoDate(entry.create_date)}>
            {formatTimeOfDay(entry.create_date)}
          </time>
          {undone && (
            <span>
              {' · '}
              {texts.undone(
                undone.by,
                `${formatDay(undone.date, now).toLocaleLowerCase()} ${formatTimeOfDay(undone.date)}`,
              )}
            </span>
          )}
        </span>
      </span>
      {entry.can_undo && !cannotUndo && (
        <Button
          size="sm"
          disabled={isPending}
          aria-label={texts.undoOf(formatLabel(entry, actor))}
          onClick={() =>
            void undo(entry).then(focusText, (refusal: Refusal) => {
              if (isPermanentRefusal(refusal)) focusText()
            })
          }
        >
          {texts.undo}
        </Button>
      )}
    </li>
  )
}

/** Returns whether a retry cannot succeed. */
const isPermanentRefusal = ({ code }: Refusal) => code === 'undo.expired' || code === 'undo.notAllowed'

/** Returns the accessible name of the undo button. */
function formatLabel({ kind, count, subjects }: Activity, actor: string): string {
  const what = texts.what(kind, count, subjects.length)
  const names = subjects.map(subject => texts.quoted(subject.name)).join(', ')
  return [actor, texts.verb(kind), what, names].filter(Boolean).join(' ')
}

function Subjects({
  entry,
  renderLink,
}: {
  entry: Activity
  renderLink: (address: string, name: string) => ReactNode
}) {
  const { kind, count, subjects, folder } = entry
  if (kind === 'change_folder') return renderLink(`/c/${folder._id}`, toDisplayName(folder.name))
  const type = kind.includes('folder') ? 'c' : 'l'
  const rest = kind === 'change_link' ? 0 : count - subjects.length
  return (
    <>
      {texts.what(kind, count, subjects.length)}{' '}
      {subjects.map(({ _id, name, in_trash: isDeleted }, index) => (
        <Fragment key={_id ?? index}>
          {index > 0 && ', '}
          {_id === null || isDeleted ? (
            <bdi className="t2">{texts.quoted(name)}</bdi>
          ) : (
            renderLink(`/${type}/${_id}`, name)
          )}
        </Fragment>
      ))}
      {rest > 0 && subjects.length > 0 && ` ${texts.more(rest)}`}
      {kind === 'change_link' && count > 1 && ` ${texts.times(count)}`}
    </>
  )
}

function PlaceText({
  entry: { kind, folder, other },
  listId,
  renderPlace,
}: {
  entry: Activity
  listId: string
  renderPlace: (collection: NamedCollection) => ReactNode
}) {
  if (kind === 'change_folder') return null
  const isInDescendant = folder._id !== listId
  const renderAfter = (word: string, collection: NamedCollection) => (
    <>
      {word} {renderPlace(collection)}
    </>
  )
  if (kind.endsWith('here'))
    return (
      <>
        {!isInDescendant && `${texts.here} `}
        {other ? renderAfter(texts.from, other) : texts.fromElsewhere}
        {isInDescendant && renderAfter(` ${texts.to}`, folder)}
      </>
    )
  if (kind.endsWith('away'))
    return (
      <>
        {isInDescendant ? renderAfter(texts.outOf, folder) : texts.away}{' '}
        {other ? renderAfter(texts.to, other) : texts.elsewhere}
      </>
    )
  return isInDescendant && renderAfter(texts.renderCollection(kind), folder)
}
