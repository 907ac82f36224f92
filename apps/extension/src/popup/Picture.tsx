/** @jsxImportSource preact */
import { popupTexts as texts } from '@nestmark/texts/extension'
import { useState } from 'preact/hooks'
import { Icon } from '../ui/icons.tsx'

/** The pictures of a page to leaf through. The chosen one becomes the thumbnail of the link. */
export function Picture({
  pictures,
  onChange,
}: {
  pictures: readonly string[]
  onChange: (address: string) => void
}) {
  const [at, setAt] = useState(0)
  const shown = pictures[at]
  if (shown === undefined) return null
  const show = (next: number) => {
    const to = (next + pictures.length) % pictures.length
    setAt(to)
    onChange(pictures[to] ?? '')
  }
  return (
    <div class="picture">
      <img src={shown} alt="" referrerpolicy="no-referrer" />
      {pictures.length > 1 && (
        <span class="leaf">
          <button type="button" aria-label={texts.previousPicture} onClick={() => show(at - 1)}>
            <Icon name="left" size={12} />
          </button>
          {texts.pictureOf(at + 1, pictures.length)}
          <button type="button" aria-label={texts.nextPicture} onClick={() => show(at + 1)}>
            <Icon name="right" size={12} />
          </button>
        </span>
      )}
    </div>
  )
}
