import css from './EnterMark.module.css'
import { Kbd } from './Kbd.tsx'

/** Marks the option that the Enter key of the field above takes. Touch screens have no such key. */
export function EnterMark() {
  return (
    <span className={`rigid ${css.mark}`} aria-hidden="true">
      <Kbd keys={['↵']} />
    </span>
  )
}
