import { plansTexts as texts } from '@nestmark/texts/plans'
import { helpLinks } from '../../lib/helpLinks.ts'
import { IconMail } from '../../ui/icons.ts'
import { useMe } from '../session/data.ts'
import css from './Plans.module.css'

/** Shows how to ask the operator for a plan. */
export function ContactOperator() {
  const me = useMe()
  return (
    <div className={css.contact}>
      {helpLinks.email && (
        <a
          className={css.emailLink}
          href={`mailto:${helpLinks.email}?subject=${encodeURIComponent(texts.upgradeSubject)}`}
        >
          <IconMail className="i" /> {texts.askOperator}
        </a>
      )}
      {me && <p className="t3">{texts.askAdministrator(me.email)}</p>}
    </div>
  )
}
