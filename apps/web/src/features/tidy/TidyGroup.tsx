import { formatNumber } from '@nestmark/texts/counts'
import { tidyTexts as texts } from '@nestmark/texts/tidy'
import type { ReactNode } from 'react'
import { toKeyNames } from '../../lib/focus/shortcuts.ts'
import { KeyHint } from '../../ui/menus/Kbd.tsx'
import { LoadError } from '../../ui/progress/LoadError.tsx'
import { groupIcons, groupKeys, type TidyGroupName, type TidyItems } from './item.ts'
import css from './Tidy.module.css'
import { TidyRow } from './TidyRow.tsx'

/** A group with its number, its first items, and the way to all of them. Nothing while it is empty. */
export function TidyGroup({ group, showAll }: { group: TidyItems; showAll: ReactNode }) {
  const { name, total = 0, items, error, retry } = group
  const { title, line } = texts.groups[name]
  const Glyph = groupIcons[name]
  // The pages of the finders can do more.
  const hasPage = name === 'duplicates' || name === 'broken'
  if (error) return <LoadError title={texts.failed} error={error} onRetry={retry} />
  if (total === 0 || items.length === 0) return null
  return (
    <section className={css.group} aria-label={title}>
      <div className={`row g8 ${css.head}`}>
        <Glyph className={`i ${css.icon}`} />
        <h2>{title}</h2>
        <span className={`num ${css.count}`}>{formatNumber(total)}</span>
        <span className="grow" />
        <GroupKeys name={name} />
        {(total > items.length || hasPage) && showAll}
      </div>
      <p className={css.line}>{line}</p>
      {items.map(item => (
        <TidyRow key={item.id} item={item} />
      ))}
    </section>
  )
}

/** The keys that act on the items of a group, in a wide window. */
export function GroupKeys({ name }: { name: TidyGroupName }) {
  return (
    <span className={`row t3 f12 ${css.keys}`} aria-hidden="true">
      {groupKeys[name].map(([key, label]) => (
        <KeyHint key={key} keys={toKeyNames(key)}>
          {label}
        </KeyHint>
      ))}
    </span>
  )
}
