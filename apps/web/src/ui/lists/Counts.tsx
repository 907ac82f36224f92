import { formatNumber } from '@nestmark/texts/counts'
import css from './Counts.module.css'

/** The figures of a result, each with its name below. */
export function Counts({ counts }: { counts: readonly { label: string; value: number }[] }) {
  return (
    <dl className={css.counts}>
      {counts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
