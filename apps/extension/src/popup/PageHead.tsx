/** @jsxImportSource preact */
import { categories, limits } from '@nestmark/core/limits'
import { popupTexts as texts } from '@nestmark/texts/extension'
import type { Link } from '@nestmark/contract/shapes'
import type { RefObject } from 'preact'
import { Icon } from '../ui/icons.tsx'
import type { Draft } from './draft.ts'
import { Picture } from './Picture.tsx'
import type { TabPage } from './readTab.ts'

interface Props {
  page: TabPage
  draft: Draft
  saved: Link | null
  /** The address of the picture of the saved link; '' without one. */
  savedPicture: string
  categoryField: RefObject<HTMLSelectElement | null>
  change: (changes: Partial<Draft>) => void
  onOpen: () => void
}

/** The top of the form: whether the page is saved, its picture, title and host, and the selected words. */
export function PageHead({ page, draft, saved, savedPicture, categoryField, change, onOpen }: Props) {
  return (
    <>
      {saved && (
        <p class="row saved-line" role="status">
          <Icon name="check" />
          <span class="grow">
            {texts.alreadySavedOn(
              new Date(saved.create_date).toLocaleDateString([], { dateStyle: 'medium' }),
              saved.parent_name,
            )}
          </span>
          <button type="button" class="link" onClick={onOpen}>
            {texts.open}
          </button>
        </p>
      )}
      <div class="page">
        {draft.quote === '' && (
          <Picture
            pictures={saved ? (savedPicture ? [savedPicture] : []) : page.pictures}
            chosen={draft.picture}
            onChange={picture => change({ picture })}
          />
        )}
        <div class="grow">
          <textarea
            class="bare title"
            rows={2}
            aria-label={texts.title}
            maxLength={limits.title}
            dir="auto"
            value={draft.title}
            onInput={event => change({ title: event.currentTarget.value })}
          />
          <p class="row t3">
            <select
              ref={categoryField}
              class={`category c${draft.category}`}
              aria-label={texts.category}
              title={`${texts.category} (Q)`}
              value={draft.category}
              onChange={event => change({ category: Number(event.currentTarget.value) })}
            >
              {categories.map(({ code, label }) => (
                <option key={code} value={code}>
                  {label}
                </option>
              ))}
            </select>
            <span class="ellipsis">{new URL(page.url).host}</span>
          </p>
        </div>
        <button
          type="button"
          class="icon"
          aria-label={texts.favourite}
          aria-pressed={draft.isFavourite}
          title={`${texts.favourite} (F)`}
          onClick={() => change({ isFavourite: !draft.isFavourite })}
        >
          <Icon name="star" filled={draft.isFavourite} />
        </button>
      </div>
      {!saved && draft.quote === '' && (
        <textarea
          class="bare desc t2"
          rows={2}
          aria-label={texts.description}
          placeholder={texts.description}
          maxLength={limits.desc}
          dir="auto"
          value={draft.desc}
          onInput={event => change({ desc: event.currentTarget.value })}
        />
      )}
      {draft.quote !== '' && (
        <div class="quote">
          <blockquote dir="auto">{draft.quote}</blockquote>
          <button type="button" class="link" onClick={() => change({ quote: '', category: 3 })}>
            {texts.savePageInstead}
          </button>
        </div>
      )}
    </>
  )
}
