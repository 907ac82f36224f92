import type { Link } from '@nestmark/contract/shapes'
import { classes } from '../../ui/classes.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { useTicks } from './singleLinkData.ts'
import css from './Thumb.module.css'

/** Shows the first items of a checklist on its card. A tick is saved at once and does not open the link. */
export default function TickableChecks({ link }: { link: Link }) {
  const tick = useTicks(link)
  return (
    <ul className={classes(css.checks, css.live)}>
      {link.check_list.slice(0, 5).map((item, place) => (
        <li key={`${place} ${item.text}`} className={item.done ? css.done : undefined}>
          <label className={css.item}>
            <Checkbox small label={item.text} checked={item.done} onChange={() => tick(place, !item.done)} />
            <span className="el" dir="auto">
              {item.text}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}
