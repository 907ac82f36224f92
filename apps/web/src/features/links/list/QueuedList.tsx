import { oneClickSave } from '@nestmark/contract/links/links'
import type { recognise } from '@nestmark/core/embeds/recognise'
import { outboxTexts as texts } from '@nestmark/texts/outbox'
import { useEffect, useState } from 'react'
import { formatHost } from '../../../lib/addresses.ts'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import type { QueuedMutation } from '../../../lib/outbox/queue.ts'
import { toCategoryLook } from '../../../ui/marks/categories.ts'
import { CategoryBadge } from '../../../ui/marks/CategoryBadge.tsx'
import { classes } from '../../../ui/classes.ts'
import { IconClock } from '../../../ui/icons.ts'
import css from './QueuedList.module.css'
import type { QueuedSave } from './useQueuedLinks.ts'

/** Lists new links that wait to be sent. A link opens the outbox, where it can be edited or discarded. */
export default function QueuedList({ entries }: { entries: readonly QueuedMutation[] }) {
  const guessCategory = useCategoryGuess(entries.some(({ op }) => op === oneClickSave.path))
  return (
    <ul className={`g6 ${css.list}`} aria-label={texts.title}>
      {entries.map(({ id, title, input, state, sentence }) => {
        const { link, url, category = guessCategory(url) } = input as QueuedSave
        const isRefused = state === 'refused'
        return (
          <li key={id}>
            <button
              type="button"
              className={`row g12 ${css.entry}`}
              onClick={() => openOverlay('outbox', {})}
            >
              <CategoryBadge category={category} />
              <span className="sr">{toCategoryLook(category).label}</span>
              <span className={`grow ${css.text}`}>
                <span className={`w540 ${css.title}`} dir="auto">
                  {title}
                </span>
                <span className={css.host}>{formatHost(link ?? url ?? '')}</span>
              </span>
              <span className={classes('row g4', css.state, isRefused && css.refused)}>
                {!isRefused && <IconClock className="i s13" />}
                {isRefused ? sentence : texts.waiting}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/**
 * Returns a function that predicts the category that the server will assign to an address saved without a form.
 * Until its code is loaded, it is a link.
 */
function useCategoryGuess(isNeeded: boolean): (url: string | undefined) => number {
  const [find, setFind] = useState<typeof recognise | null>(null)
  useEffect(() => {
    if (!isNeeded) return
    // The table of sites is large. The form of a new link has loaded it already.
    import('@nestmark/core/embeds/recognise').then(
      module => setFind(() => module.recognise),
      () => undefined,
    )
  }, [isNeeded])
  return (url = '') => find?.(url)?.category ?? 3
}
