import type { Activity } from '@nestmark/contract/activity'
import { activityTexts as texts } from '@nestmark/texts/activity'
import { Fragment, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import type { Refusal } from '../../lib/api/client.ts'
import { isoDate } from '../../lib/dates.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { toDisplayName } from '../collections/data.ts'
import css from './Activity.module.css'
import { formatDay, formatTime, useUndoActivity } from './data.ts'

interface Place {
  _id: string
  name: string
}

/**
 * One line of the list: who, what, where, when, and Undo for whoever may.
 * @param here the collection whose list it is; other places are named
 * @param now the present, in milliseconds since 1970
 */
export function ActivityEntry({
  entry,
  here,
  now,
  onLeave,
}: {
  entry: Activity
  here: string
  now: number
  onLeave: () => void
}) {
  const undo = useUndoActivity()
  const words = useRef<HTMLSpanElement>(null)
  const { by, undone } = entry
  // The server does not look for what was deleted for good before it is asked.
  const isGone = undo.error !== null && isGoneFor(undo.error)
  const who = by?.is_me ? texts.you : by?.name || texts.someone
  const to = (address: string, name: string) => (
    <Link className={css.thing} to={address} onClick={onLeave} dir="auto">
      {texts.quoted(name)}
    </Link>
  )
  const place = ({ _id, name }: Place) => to(`/c/${_id}`, toDisplayName(name))
  return (
    <li className={css.entry}>
      <Avatar name={by?.name || texts.someone} />
      <span className={css.words} ref={words} tabIndex={-1}>
        <bdi className={css.who}>{who}</bdi> {texts.verb(entry.kind)} <Things entry={entry} to={to} />{' '}
        <Where entry={entry} here={here} place={place} />
        <span className={css.when}>
          <time className="num" dateTime={isoDate(entry.create_date)}>
            {formatTime(entry.create_date)}
          </time>
          {undone && (
            <span>
              {' · '}
              {texts.undone(
                undone.by,
                `${formatDay(undone.date, now).toLocaleLowerCase()} ${formatTime(undone.date)}`,
              )}
            </span>
          )}
        </span>
      </span>
      {entry.can_undo && !isGone && (
        <Button
          size="sm"
          disabled={undo.isPending}
          aria-label={texts.undoOf(formatLabel(entry, who))}
          onClick={() =>
            undo.mutate(
              { activity_id: entry._id },
              // The button goes, and must not take the focus along.
              { onError: refusal => isGoneFor(refusal) && words.current?.focus({ preventScroll: true }) },
            )
          }
        >
          {texts.undo}
        </Button>
      )}
    </li>
  )
}

/** Tells whether trying again is of no use. */
const isGoneFor = ({ code }: Refusal) => code === 'undo.expired' || code === 'undo.notAllowed'

/** For whoever hears the button alone. */
function formatLabel({ kind, count, subjects }: Activity, who: string): string {
  const what = texts.what(kind, count, subjects.length)
  const names = subjects.map(thing => texts.quoted(thing.name)).join(', ')
  return [who, texts.verb(kind), what, names].filter(Boolean).join(' ')
}

function Things({ entry, to }: { entry: Activity; to: (address: string, name: string) => ReactNode }) {
  const { kind, count, subjects, folder } = entry
  if (kind === 'change_folder') return to(`/c/${folder._id}`, toDisplayName(folder.name))
  const type = kind.includes('folder') ? 'c' : 'l'
  const rest = kind === 'change_link' ? 0 : count - subjects.length
  return (
    <>
      {texts.what(kind, count, subjects.length)}{' '}
      {subjects.map(({ _id, name, in_trash: gone }, at) => (
        <Fragment key={_id ?? at}>
          {at > 0 && ', '}
          {_id === null || gone ? (
            <bdi className={css.gone}>{texts.quoted(name)}</bdi>
          ) : (
            to(`/${type}/${_id}`, name)
          )}
        </Fragment>
      ))}
      {rest > 0 && subjects.length > 0 && ` ${texts.more(rest)}`}
      {kind === 'change_link' && count > 1 && ` ${texts.times(count)}`}
    </>
  )
}

function Where({
  entry: { kind, folder, other },
  here,
  place,
}: {
  entry: Activity
  here: string
  place: (place: Place) => ReactNode
}) {
  const inner = folder._id !== here
  if (kind === 'change_folder') return null
  if (kind.endsWith('here'))
    return (
      <>
        {!inner && `${texts.here} `}
        {other ? (
          <>
            {texts.from} {place(other)}
          </>
        ) : (
          texts.fromElsewhere
        )}
        {inner && (
          <>
            {' '}
            {texts.to} {place(folder)}
          </>
        )}
      </>
    )
  if (kind.endsWith('away'))
    return (
      <>
        {inner ? (
          <>
            {texts.outOf} {place(folder)}
          </>
        ) : (
          texts.away
        )}{' '}
        {other ? (
          <>
            {texts.to} {place(other)}
          </>
        ) : (
          texts.elsewhere
        )}
      </>
    )
  return inner ? (
    <>
      {texts.place(kind)} {place(folder)}
    </>
  ) : null
}
