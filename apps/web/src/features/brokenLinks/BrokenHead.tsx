import type { LinkCheck } from '@nestmark/contract/links/brokenLinks'
import { brokenLinkTexts as texts } from '@nestmark/texts/links/brokenLinks'
import { useIsOffline } from '../../lib/connection.ts'
import { formatDate, formatDateTime, formatTimeOfDay } from '../../lib/dates.ts'
import { usePhone } from '../../lib/media/media.ts'
import { Button, IconButton } from '../../ui/fields/Button.tsx'
import { IconCalendarRepeat, IconChevronDown, IconRefresh } from '../../ui/icons.ts'
import { ListHead } from '../../ui/lists/ListHead.tsx'
import { ChoiceMenu } from '../../ui/menus/ChoiceMenu.tsx'
import css from './BrokenHead.module.css'
import { useSetCheckSchedule, useCheckLinkStatus } from './data.ts'

/** Formats when a check ended: 'today at 09:14', or its date. */
export function formatChecked(time: number): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString()
  return isToday ? texts.todayAt(formatTimeOfDay(time)) : formatDate(time)
}

/** The title of the page with its counts, when the links were checked, the schedule and the check. */
export function BrokenHead({ check, count }: { check: LinkCheck | undefined; count: number | undefined }) {
  const total = check && check.total > 0 && count ? texts.of(count, check.total) : ''
  const last = check?.finished_at
  return (
    <ListHead title={texts.title} path="/broken" total={total}>
      {check && (
        <div className={`row wrap g8 ${css.tools}`}>
          <span className={`t2 nw ${css.last}`}>{last ? texts.lastChecked(formatChecked(last)) : ''}</span>
          <ScheduleMenu check={check} />
          {check.state !== 'never' && <CheckNow check={check} />}
        </div>
      )}
    </ListHead>
  )
}

const schedules = (['never', 'weekly', 'monthly'] as const).map(value => ({
  value,
  label: texts.schedules[value],
}))

function ScheduleMenu({ check }: { check: LinkCheck }) {
  const isOffline = useIsOffline()
  const { mutate } = useSetCheckSchedule()
  const label = `${texts.schedule}: ${texts.schedules[check.schedule]}`
  return (
    <ChoiceMenu
      label={texts.schedule}
      options={schedules}
      value={check.schedule}
      size="md"
      icon={IconCalendarRepeat}
      iconAfter={IconChevronDown}
      aria-label={label}
      disabled={isOffline}
      title={isOffline ? texts.needsConnection : texts.schedule}
      onChange={schedule => mutate({ schedule })}
    >
      {/* Without the time of a check beside it, the word alone says nothing. */}
      {check.state === 'never' && label}
    </ChoiceMenu>
  )
}

/** Starts a check. On a day with a check it says when the next one is possible. */
export function CheckNow({ check, isMain = false }: { check: LinkCheck; isMain?: boolean }) {
  const isOffline = useIsOffline()
  const { mutate, isPending } = useCheckLinkStatus(check)
  const next = check.available_at
  const phone = usePhone()
  const reason = isOffline ? texts.needsConnection : next ? texts.nextCheck(formatDateTime(next)) : undefined
  const button = {
    icon: IconRefresh,
    disabled: isOffline || isPending || check.state === 'running',
    // It can still be pressed: the answer says why, and when.
    'aria-disabled': next !== null || undefined,
    className: next === null ? undefined : css.off,
    onClick: () => mutate({}),
  }
  if (phone && !isMain) return <IconButton {...button} iconClass="s20" label={texts.checkNow} />
  return (
    <Button {...button} variant={isMain ? 'primary' : 'plain'} title={reason}>
      {texts.checkNow}
    </Button>
  )
}
