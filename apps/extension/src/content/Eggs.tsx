/** @jsxImportSource preact */
import { barTexts as texts } from '@nestmark/texts/extension'

export type Style = 1 | 2 | 3 | 4
export const styles: readonly Style[] = [1, 2, 3, 4]

/** The four colours as a group of which one is chosen. */
export function Eggs({ style, onChoose }: { style: Style | null; onChoose: (style: Style) => void }) {
  return (
    <div role="radiogroup" aria-label={texts.colour} style={{ display: 'contents' }}>
      {styles.map(each => (
        <button
          key={each}
          type="button"
          role="radio"
          class={`key c${each}`}
          aria-checked={style === each}
          aria-label={texts.colours[each - 1]}
          title={`${texts.colours[each - 1]} (${each})`}
          onClick={() => onChoose(each)}
        >
          <span class="egg" />
        </button>
      ))}
    </div>
  )
}
