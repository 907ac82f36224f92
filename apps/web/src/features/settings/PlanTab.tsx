import { planOf, type PlanFeature } from '@nestmark/core/plans'
import { settingsTexts as texts } from '@nestmark/texts/settings'
import { plansHeld } from '../../lib/planLimits.ts'
import { helpLinks } from '../../lib/helpLinks.ts'
import { IconCheck, IconMinus } from '../../ui/icons.ts'
import { useMe } from '../session/data.ts'
import css from './Settings.module.css'

/** What is there to be had; nothing is promised that is still to come. */
const shown: readonly PlanFeature[] = ['teamSharing', 'suggestions', 'searchDescriptions']

/** The plan, what it holds, and how it is changed on this server. */
export function PlanTab() {
  const me = useMe()
  if (!me) return null
  const plan = planOf(me.plan)
  const held = plansHeld()
  const used = Object.values(me.count).reduce((sum, n) => sum + n, 0)
  return (
    <>
      <section className={css.card}>
        <div className="t3">{texts.current}</div>
        <div className={css.figure}>{plan.name}</div>
      </section>
      <section>
        <h3 className={css.small}>{texts.holds}</h3>
        <ul className={css.rows}>
          <li className={css.row}>{texts.bookmarks(used, held ? plan.links : Infinity)}</li>
          <li className={css.row}>{texts.collections(held ? plan.collections : Infinity)}</li>
          {shown.map(feature => {
            const has = plan.features.includes(feature) || (feature === 'searchDescriptions' && !held)
            return (
              <li key={feature} className={css.row}>
                <span>{texts.features[feature as keyof typeof texts.features]}</span>
                <span className={has ? css.has : 't3'}>
                  {has ? <IconCheck className="i" /> : <IconMinus className="i" />}
                  {has ? texts.has : texts.hasNot}
                </span>
              </li>
            )
          })}
        </ul>
      </section>
      {!plan.paid && (
        <section className={css.card} aria-labelledby="upgrade">
          <h3 id="upgrade" className={css.strong}>
            {texts.upgrade}
          </h3>
          <p className="t2">{texts.upgradeLine}</p>
          {helpLinks.email && (
            <a
              className={css.link}
              href={`mailto:${helpLinks.email}?subject=${encodeURIComponent(texts.upgradeSubject)}`}
            >
              {texts.askOperator}
            </a>
          )}
        </section>
      )}
      <p className="t3">{texts.nothingLost}</p>
    </>
  )
}
