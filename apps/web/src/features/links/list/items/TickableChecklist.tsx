import type { Link } from '@nestmark/contract/shapes'
import { classes } from '../../../../ui/classes.ts'
import { Checkbox } from '../../../../ui/fields/Checkbox.tsx'
import { useChecklistTicks } from '../../useChecklistTicks.ts'
import css from './Thumb.module.css'

/** Shows the first items of a checklist on its card. A tick is saved immediately and does not open the link. */
export default function TickableChecklist({ link }: { link: Link }) {
  const setDone = useChecklistTicks(link)
  return (
    <ul className={classes(css.checks, css.tickable)}>
      {link.check_list.slice(0, 5).map((item, index) => (
        <li key={`${index} ${item.text}`} className={item.done ? css.done : undefined}>
          <label className={`row min0 ${css.item}`}>
            <Checkbox
              small
              label={item.text}
              checked={item.done}
              onChange={() => setDone(index, !item.done)}
            />
            <span className="el" dir="auto">
              {item.text}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}
