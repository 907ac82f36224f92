import { plansTexts as texts } from '@nestmark/texts/plans'
import { helpLinks } from '../../lib/helpLinks.ts'
import { IconMail } from '../../ui/icons.ts'
import { useMe } from '../session/data.ts'
import css from './Plans.module.css'

/** How the operator is asked for a plan, and what the operator does then. */
export function AskOperator() {
  const me = useMe()
  return (
    <div className={css.ask}>
      {helpLinks.email && (
        <a
          className={css.mail}
          href={`mailto:${helpLinks.email}?subject=${encodeURIComponent(texts.upgradeSubject)}`}
        >
          <IconMail className="i" /> {texts.askOperator}
        </a>
      )}
      {me && (
        <>
          <p className="t3">{texts.askNobody}</p>
          <code className={css.command}>{texts.command(me.email)}</code>
        </>
      )}
    </div>
  )
}
