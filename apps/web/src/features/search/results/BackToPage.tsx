import { searchTexts as texts } from '@nestmark/texts/search/search'
import { usePhone } from '../../../lib/media/media.ts'
import { Kbd } from '../../../ui/menus/Kbd.tsx'
import css from './BackToPage.module.css'
import { useLeaveSearch, useSearchOrigin } from './searchOrigin.ts'

/** Goes back to the page before the search, as Esc does. The phone has its own back button. */
export function BackToPage() {
  const origin = useSearchOrigin()
  const leave = useLeaveSearch()
  const phone = usePhone()
  if (!origin || !leave || phone) return null
  return (
    <button type="button" className={`row g8 t3 push f13 ${css.back}`} onClick={leave}>
      <Kbd keys={['Esc']} />
      <span className="el">{texts.back(origin.title)}</span>
    </button>
  )
}
