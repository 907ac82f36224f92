import { playerTexts as texts } from '@nestmark/texts/links/players'
import { changePlayback, playbackRates } from '../../../lib/media/playback.ts'
import { Menu } from '../../../ui/menus/Menu.tsx'

/** Lists the speeds for a menu. @param rate the present one */
export const listRates = (rate: number) =>
  playbackRates.map(each => ({
    label: texts.speedOf(each),
    checked: each === rate,
    run: () => changePlayback({ rate: each }),
  }))

/** Chooses the speed of the players. */
export function SpeedMenu({ rate, className }: { rate: number; className: string }) {
  return (
    <Menu label={texts.speed} items={listRates(rate)}>
      {trigger => (
        <button
          {...trigger}
          type="button"
          className={`w560 ${className}`}
          aria-label={`${texts.speed}: ${texts.speedOf(rate)}`}
          data-tip={texts.speed}
        >
          {texts.speedOf(rate)}
        </button>
      )}
    </Menu>
  )
}
