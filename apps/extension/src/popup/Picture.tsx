/** @jsxImportSource preact */
import { popupTexts as texts } from '@nestmark/texts/extension'
import { Icon } from '../ui/icons.tsx'

/** Returns the picture that is some steps after another one; the first follows the last. */
export function stepPicture(pictures: readonly string[], from: string, steps: number): string {
  const at = Math.max(0, pictures.indexOf(from)) + steps
  return pictures[(at + pictures.length) % Math.max(1, pictures.length)] ?? ''
}

/** The pictures of a page to leaf through, also by the arrow keys. The chosen one becomes the thumbnail of the link. */
export function Picture({
  pictures,
  chosen,
  onChange,
}: {
  pictures: readonly string[]
  chosen: string
  onChange: (address: string) => void
}) {
  const at = Math.max(0, pictures.indexOf(chosen))
  const shown = pictures[at]
  if (shown === undefined) return null
  return (
    <div class="picture">
      <img src={shown} alt="" referrerpolicy="no-referrer" />
      {pictures.length > 1 && (
        <span class="leaf">
          <button
            type="button"
            aria-label={texts.previousPicture}
            title={`${texts.previousPicture} (←)`}
            onClick={() => onChange(stepPicture(pictures, shown, -1))}
          >
            <Icon name="left" size={12} />
          </button>
          {texts.pictureOf(at + 1, pictures.length)}
          <button
            type="button"
            aria-label={texts.nextPicture}
            title={`${texts.nextPicture} (→)`}
            onClick={() => onChange(stepPicture(pictures, shown, 1))}
          >
            <Icon name="right" size={12} />
          </button>
        </span>
      )}
    </div>
  )
}
