import { linksTexts as texts } from '@nestmark/texts/links/links'
import { overlays } from '../../../../lib/overlays/overlay.ts'
import { useHotkeys } from '../../../../lib/focus/hotkeys.ts'
import { IconGridDots, IconSquare } from '../../../../ui/icons.ts'
import { useView } from '../../../session/data.ts'
import css from './DensitySlider.module.css'
import { useDensity } from './density.ts'

/** Changes the number of columns of a grid or mosaic. The keys [ and ] do the same. Not shown for a list. */
export function DensitySlider() {
  const { view } = useView()
  const { step, lastStep, setStep } = useDensity()
  const hasCards = view.links !== 2
  const onKey = (change: number) => () => {
    if (hasCards && overlays.get().length === 0) setStep(step + change)
  }
  useHotkeys({ '[': onKey(-1), ']': onKey(1) })
  if (!hasCards) return null
  return (
    <label className={`row g8 t3 ${css.slider}`} data-tip={texts.density}>
      <IconGridDots className="i s14" />
      <input
        type="range"
        aria-label={texts.density}
        aria-valuetext={texts.densitySteps[step]}
        aria-keyshortcuts="[ ]"
        min={0}
        max={lastStep}
        value={step}
        onChange={event => setStep(event.currentTarget.valueAsNumber)}
      />
      <IconSquare className="i s14" />
    </label>
  )
}
