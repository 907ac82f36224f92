import type { Link } from '@nestmark/contract/shapes'
import { singleLinkTexts as texts } from '@nestmark/texts/links/singleLink'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { classes } from '../../../ui/classes.ts'
import { useChecklistTicks } from '../useChecklistTicks.ts'
import css from './SingleLink.module.css'

/** Shows the items of a checklist. A tick is saved immediately. */
export function LinkChecklist({ link }: { link: Link }) {
  const setDone = useChecklistTicks(link)
  const done = link.check_list.filter(item => item.done).length
  return (
    <section aria-label={texts.items}>
      <p className={css.progress} aria-live="polite">
        {texts.itemsDone(done, link.check_list.length)}
      </p>
      <ul className="mt8">
        {link.check_list.map((item, index) => (
          <li key={`${index} ${item.text}`}>
            <label
              className={classes(
                'flex g12 top',
                css.check,
                item.done && css.done,
                !link.can.edit && css.fixed,
              )}
            >
              {link.can.edit ? (
                <Checkbox label={item.text} checked={item.done} onChange={() => setDone(index, !item.done)} />
              ) : (
                <input type="checkbox" checked={item.done} disabled aria-label={item.text} />
              )}
              <span dir="auto">{item.text}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  )
}
