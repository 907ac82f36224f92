import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { keyRing } from '../../../lib/encryption/keyRing.ts'
import css from './StaysReadable.module.css'

/** Lists what encryption does not hide. Before the first key it is open. */
export function StaysReadable({ hidesTags }: { hidesTags: boolean }) {
  return (
    <details className={css.box} open={keyRing.get().length === 0}>
      <summary>{texts.readable}</summary>
      <ul>
        {texts.readableList(hidesTags).map(each => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </details>
  )
}
