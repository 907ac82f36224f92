import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { searchTexts } from '@nestmark/texts/search/search'
import { openOverlay } from '../../../lib/overlays/overlay.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { IconLock, IconLockOpen } from '../../../ui/icons.ts'
import { Progress } from '../../../ui/progress/Progress.tsx'
import type { EncryptedPlace } from '../../links/encryptedPlace.ts'
import type { LinkQuery } from '../../links/listQuery.ts'
import css from './EncryptedSearch.module.css'
import type { EncryptedIndex } from './useEncryptedIndex.ts'
import type { FilteredLinks, PlainLinks } from './useFilteredLinks.ts'

const texts = searchTexts.encrypted
const scopeTexts = searchTexts.scope

/**
 * Shows how many encrypted links take part in the search.
 * @param count undefined where only they are searched, so that nothing is sent
 */
export function EncryptedMark({ count }: { count: number | undefined }) {
  if (count === 0) return null
  return (
    <span
      className={`inline g4 rigid ${css.mark}`}
      data-tip={count === undefined ? texts.hereOnlyLine : texts.hereLine}
    >
      <IconLockOpen className="i s14" />
      {count === undefined ? texts.hereOnly : texts.here(count)}
    </span>
  )
}

/**
 * Shows the first reading of the encrypted links above the results, and on the phone that they take part.
 * @param isPrivate only they are searched
 */
export function EncryptedHead({ index, isPrivate = false }: { index: EncryptedIndex; isPrivate?: boolean }) {
  const { reading, kids, open } = index
  if (reading === null)
    return kids === undefined ? null : (
      <div className={css.phoneMark}>
        <EncryptedMark count={isPrivate ? undefined : open} />
      </div>
    )
  const { done, total } = reading
  return (
    <section className={`row g10 t2 ${css.reading}`} aria-label={texts.reading(total)}>
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

/** Shows that the server cannot sort encrypted links by what it cannot read. Hits of the browser are in their place. */
export function EncryptedSortNote({
  encrypted,
  index,
  isPrivate,
  query,
}: Pick<FilteredLinks, 'encrypted' | 'index' | 'isPrivate'> & { query: LinkQuery }) {
  if (query.sort === 'date' || query.sort === 'hand' || !encrypted) return null
  // The browser has sorted all that it has found.
  if (isPrivate && query.input.trim() !== '') return null
  const { open, locked, isMore } = encrypted
  const unsorted = query.input.trim() !== '' && index.kids ? locked : open + locked
  if (unsorted === 0 && !isMore) return null
  return (
    <p className={`row g6 t2 ${css.sortNote}`}>
      <IconLock className="i s14" />
      {query.sort === 'title' ? texts.notSortedByTitle : texts.notSortedBySite}
    </p>
  )
}

/** Shows how many encrypted links were not searched, at the end of the results, and offers to search them too. */
export function EncryptedEnd({ index }: { index: EncryptedIndex }) {
  const { locked, lock, unread, isCounted = true } = index
  if (locked === 0 && unread === 0) return null
  return (
    <div className={`stack g8 ${css.end}`}>
      {unread > 0 && (
        <p className="centre wrap g8 t2">
          <IconLockOpen className="i s14" />
          {texts.unread(unread)}
          <Button size="sm" onClick={index.start}>
            {texts.read}
          </Button>
        </p>
      )}
      {locked > 0 && (
        <p className="centre wrap g8 t2">
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

/** Shows how many links of an encrypted collection only the server can search, and lets the person choose that. */
export function PlainEnd({ plain: { count, search } }: { plain: PlainLinks }) {
  return (
    <div className={`stack g8 ${css.end}`}>
      <p className="centre wrap g8 t2">{texts.plain(count)}</p>
      <Button size="sm" onClick={search}>
        {texts.searchPlain(count)}
      </Button>
      <p className="t3">{texts.searchPlainLine}</p>
    </div>
  )
}

/** Shows visitors of an encrypted collection what its filter does not search, and lets them choose what it can. */
export function VisitorEnd({ plain }: { plain: PlainLinks | null }) {
  return (
    <>
      <div className={`stack g8 ${css.end}`}>
        <p className="centre wrap g8 t2">
          <IconLock className="i s14" />
          {texts.onlyWithKey}
        </p>
      </div>
      {plain && <PlainEnd plain={plain} />}
    </>
  )
}

/**
 * Shows in one line, for the palette, how many encrypted links were not searched; with `place`, that only this encrypted
 * collection was, and offers to search the library.
 */
export function EncryptedFoot({
  index: { reading, kids, isKnown, locked, lock },
  place,
  onWiden,
  onUnlock,
}: {
  index: EncryptedIndex
  place: EncryptedPlace | null
  onWiden: () => void
  /** Closes the palette before the prompt opens. */
  onUnlock: () => void
}) {
  if (reading) return <p className={`row g8 t2 ${css.foot}`}>{texts.reading(reading.total)}</p>
  const isLocked = place ? isKnown && kids === undefined : locked > 0
  if (!place && !isLocked) return null
  const target = place ? { collectionId: place.id } : lock
  const Icon = isLocked ? IconLock : IconLockOpen
  const unlock = () => {
    onUnlock()
    // The focus first returns to where it was, so that the prompt returns it there too.
    if (target) requestAnimationFrame(() => openOverlay('unlock', target))
  }
  return (
    <p className={`row g8 t2 ${css.foot}`}>
      <Icon className="i s14" />
      <span className="grow">
        {place ? scopeTexts[isLocked ? 'locked' : 'only'](place.name) : texts.locked(locked)}
      </span>
      {isLocked && target && (
        <Button size="sm" variant="ghost" onClick={unlock}>
          {encryptionTexts.unlock}
        </Button>
      )}
      {place && (
        <Button size="sm" variant="ghost" data-tip={scopeTexts.widenLine} onClick={onWiden}>
          {scopeTexts.widen}
        </Button>
      )}
    </p>
  )
}
