import { hiddenTagsTexts } from '@nestmark/texts/encryption/hiddenTags'
import { linksTexts as texts } from '@nestmark/texts/links/links'
import { listTags } from '@nestmark/contract/tags'
import { useState } from 'react'
import { useOperation } from '../../../lib/api/operations.ts'
import type { Movable, AllLinks } from '../../../lib/lists/chosenItems.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconHash } from '../../../ui/icons.ts'
import { Segmented } from '../../../ui/fields/Segmented.tsx'
import { useTaglessLinks } from '../../encryption/useHidesTags.ts'
import { useTagLinks } from '../data.ts'
import { isPrivateLink } from '../encryptedPlace.ts'
import { LinkFormTags } from './fields/LinkFormTags.tsx'

const modes = [
  { value: 'add', label: texts.tagAdd },
  { value: 'drop', label: texts.tagDrop },
] as const

/** Adds tags to the chosen links, or removes them. */
export default function TagDialog({
  links = [],
  every,
  onDone,
  onClose,
}: {
  links?: Movable[]
  every?: AllLinks
  onDone?: () => void
  onClose: () => void
}) {
  const [mode, setMode] = useState<'add' | 'drop'>('add')
  const [tags, setTags] = useState<string[]>([])
  const [error, setError] = useState<string>()
  const allTags = useOperation(listTags, {})
  const tagLinks = useTagLinks()
  const count = every?.count ?? links.length
  const taglessCount = useTaglessLinks(every ? [] : links)
  const isTagless = mode === 'add' && taglessCount > 0 && taglessCount === links.length
  const isPrivate = links.some(isPrivateLink)
  const run = () => {
    if (isTagless) return
    if (tags.length === 0) return setError(texts.tagRequired)
    const existing = (allTags.data ?? []).filter(tag => tags.some(name => sameName(name, tag.name)))
    if (mode === 'drop' && existing.length === 0) return setError(texts.tagUnknown)
    tagLinks.mutate(
      {
        ...(every ? { every: every.set, except: every.except } : { links: links.map(link => link._id) }),
        ...(mode === 'add' ? { added_tags_name: tags } : { deleted_tags: existing.map(tag => tag._id) }),
      },
      {
        onSuccess: () => {
          onDone?.()
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={texts.tagTitle(count, every?.more)}
      onClose={onClose}
      action={{
        icon: IconHash,
        disabled: tagLinks.isPending || isTagless,
        onClick: run,
        children: mode === 'add' ? texts.tagAdd : texts.tagDrop,
      }}
    >
      <Segmented label={texts.tagWay} options={modes} value={mode} onChange={setMode} />
      <div
        // Space for the suggestions, so that they do not cover the buttons.
        style={{ marginTop: 14, minHeight: 230 }}
        onKeyDown={event => {
          // The first Enter adds the typed tag; in the empty field it saves.
          const isEmptyField = event.target instanceof HTMLInputElement && event.target.value === ''
          if (event.key === 'Enter' && isEmptyField && tags.length > 0 && !tagLinks.isPending) run()
        }}
      >
        {isTagless ? (
          <p role="note">
            {taglessCount === 1 ? hiddenTagsTexts.oneNotTaggable : hiddenTagsTexts.noneTaggable}
          </p>
        ) : (
          <LinkFormTags
            isFirst
            tags={tags}
            // No texts of a page: several links match no common tags.
            context={{ isPrivate }}
            error={error}
            onChange={next => {
              setTags(next)
              setError(undefined)
            }}
          />
        )}
        {!isTagless && mode === 'add' && taglessCount > 0 && (
          <p className="t3" role="note">
            {hiddenTagsTexts.someNotTaggable(taglessCount)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const sameName = (a: string, b: string) =>
  a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase()
