import { encryptionTexts } from '@nestmark/texts/encryption'
import { searchTexts } from '@nestmark/texts/search'
import { openOverlay } from '../../../lib/overlay.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconLock, IconLockOpen } from '../../../ui/icons.ts'
import { Progress } from '../../../ui/Progress.tsx'
import css from './EncryptedSearch.module.css'
import type { EncryptedIndex } from './useEncryptedIndex.ts'

const texts = searchTexts.encrypted

/** Shows that encrypted links take part in the search. */
export function EncryptedMark() {
  return (
    <span className={css.mark} data-tip={texts.hereLine}>
      <IconLockOpen className="i s14" />
      {texts.here}
    </span>
  )
}

/** Shows the first reading of the encrypted links above the results, and on the phone that they take part. */
export function EncryptedHead({ index }: { index: EncryptedIndex }) {
  const { reading, kids } = index
  if (reading === null)
    return kids === undefined ? null : (
      <div className={css.phoneMark}>
        <EncryptedMark />
      </div>
    )
  const { done, total } = reading
  return (
    <section className={css.reading} aria-label={texts.reading(total)}>
      <IconLockOpen className="i s14" />
      <span role="status">{texts.reading(total)}</span>
      <div className={css.bar}>
        <Progress label={texts.count(done, total)} fraction={done / Math.max(1, total)} />
      </div>
      <span className="num t3" aria-hidden="true">
        {texts.count(done, total)}
      </span>
      <Button size="sm" variant="ghost" onClick={index.stop}>
        {texts.stop}
      </Button>
    </section>
  )
}

/** Shows how many encrypted links were not searched, at the end of the results, and offers to search them too. */
export function EncryptedEnd({ index }: { index: EncryptedIndex }) {
  const { locked, lock, unread, isCounted = true } = index
  if (locked === 0 && unread === 0) return null
  return (
    <div className={css.end}>
      {unread > 0 && (
        <p className={css.line}>
          <IconLockOpen className="i s14" />
          {texts.unread(unread)}
          <Button size="sm" onClick={index.start}>
            {texts.read}
          </Button>
        </p>
      )}
      {locked > 0 && (
        <p className={css.line}>
          <IconLock className="i s14" />
          {isCounted ? texts.locked(locked) : texts.lockedSome}
          {lock && (
            <Button size="sm" onClick={() => openOverlay('unlock', lock)}>
              {encryptionTexts.unlock}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

/** The same in one line, for the palette. `onUnlock` closes it before the prompt opens. */
export function EncryptedFoot({ index, onUnlock }: { index: EncryptedIndex; onUnlock: () => void }) {
  const { reading, locked, lock } = index
  if (reading) return <p className={css.foot}>{texts.reading(reading.total)}</p>
  if (locked === 0) return null
  const unlock = () => {
    onUnlock()
    // The focus first returns to where it was, so that the prompt returns it there too.
    if (lock) requestAnimationFrame(() => openOverlay('unlock', lock))
  }
  return (
    <p className={css.foot}>
      <IconLock className="i s14" />
      <span className="grow">{texts.locked(locked)}</span>
      {lock && (
        <Button size="sm" variant="ghost" onClick={unlock}>
          {encryptionTexts.unlock}
        </Button>
      )}
    </p>
  )
}
