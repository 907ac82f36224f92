import { plansTexts as texts } from '@nestmark/texts/plans'
import { helpLinks } from '../../lib/helpLinks.ts'
import { IconMail } from '../../ui/icons.ts'
import { useMe } from '../session/data.ts'

/** Shows how to ask the operator for a plan. */
export function ContactOperator() {
  const me = useMe()
  return (
    <div className="stack g8 min0 top">
      {helpLinks.email && (
        <a
          className="inline g6 acc w540"
          href={`mailto:${helpLinks.email}?subject=${encodeURIComponent(texts.upgradeSubject)}`}
        >
          <IconMail className="i" /> {texts.askOperator}
        </a>
      )}
      {me && <p className="t3">{texts.askAdministrator(me.email)}</p>}
    </div>
  )
}
