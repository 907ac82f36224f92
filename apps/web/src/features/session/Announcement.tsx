import { shellTexts as texts } from '@nestmark/texts/shell'
import { IconButton } from '../../ui/fields/Button.tsx'
import { IconLock, IconX } from '../../ui/icons.ts'
import css from './Announcement.module.css'
import { useUpdateAnnouncements } from './data.ts'

/** Announces encrypted links, until the user dismisses it. */
export function Announcement() {
  const { listed, dismiss } = useUpdateAnnouncements('encryption')
  if (!listed) return null
  return (
    <section className={`row t2 ${css.announcement}`} aria-label={texts.announced}>
      <span className={`centre acc rigid ${css.icon}`} aria-hidden="true">
        <IconLock className="i" />
      </span>
      <div className="grow">
        <h2 className="text14 t1 w560">{texts.announced}</h2>
        <p>{texts.announcedLine}</p>
      </div>
      <IconButton small icon={IconX} label={texts.announcedDismiss} onClick={dismiss} />
    </section>
  )
}
