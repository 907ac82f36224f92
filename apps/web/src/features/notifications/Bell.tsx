import { shellTexts as texts } from '@nestmark/texts/shell'
import { Link } from '../../lib/router/links.tsx'
import buttonCss from '../../ui/fields/Button.module.css'
import { IconBell } from '../../ui/icons.ts'
import { useNotificationCounts } from './counts.ts'
import css from './Notifications.module.css'

/** The link to the notifications, with the unread count. */
export function Bell() {
  const unread = useNotificationCounts()?.count ?? 0
  const label = texts.bell(unread)
  return (
    <Link
      to="/notifications"
      className={`inline t2 rigid ${buttonCss.icon}`}
      aria-label={label}
      data-tip={label}
    >
      {/* The button may be larger than the bell. */}
      <span className="rel inline">
        <IconBell className="i s18" />
        {unread > 0 && (
          <span className={`num ${css.badge}`} aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </span>
    </Link>
  )
}
