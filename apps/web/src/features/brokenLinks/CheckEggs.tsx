import type { CheckMark } from '@nestmark/contract/links/brokenLinks'
import { brokenLinkTexts as texts } from '@nestmark/texts/links/brokenLinks'
import { classes } from '../../ui/classes.ts'
import css from './CheckEggs.module.css'

/** The last checks of a link as eggs, the newest last. */
export function CheckEggs({
  checks,
  isDecoration = false,
}: {
  checks: readonly CheckMark[]
  isDecoration?: boolean
}) {
  const failed = checks.filter(mark => mark === 'failed').length
  return (
    <span
      className={`inline toend ${css.eggs}`}
      {...(isDecoration
        ? { 'aria-hidden': true }
        : { role: 'img', 'aria-label': texts.checks(failed, checks.length) })}
    >
      {checks.map((mark, index) => (
        // Only the order distinguishes them.
        // oxlint-disable-next-line react/no-array-index-key
        <i key={index} className={classes(css.egg, css[mark])} />
      ))}
    </span>
  )
}

/** Explains the eggs. */
export function CheckLegend() {
  return (
    <p className={`row wrap t3 ${css.legend}`}>
      <b>{texts.legend}</b>
      {(['answered', 'failed', 'moved', 'refused'] as const).map(mark => (
        <span key={mark} className="row g6">
          <CheckEggs checks={[mark]} isDecoration />
          {texts.marks[mark]}
        </span>
      ))}
    </p>
  )
}
