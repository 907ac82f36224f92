import type { CountedTag } from '@nestmark/contract/tags'
import { tagsTexts as texts } from '@nestmark/texts/collections/tags'
import { useState } from 'react'
import type { Refusal } from '../../lib/api/client.ts'
import { openOverlay } from '../../lib/overlays/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { TextField } from '../../ui/fields/TextField.tsx'
import { getConflictingTag, useMergeTags, useUpdateTag } from './data.ts'
import { addTag, longErrorDuration } from './tagRules.ts'

/** Renames a tag. If another tag has the new name, it asks whether to merge the two. */
export default function EditTag({ tag, onClose }: { tag: CountedTag; onClose: () => void }) {
  const [name, setName] = useState(tag.name)
  const [error, setError] = useState<string>()
  const merge = useMergeTags()
  const onRefused = (refusal: Refusal) => {
    const existing = getConflictingTag(refusal)
    if (!existing) return setError(refusal.message)
    onClose()
    openOverlay('confirm', {
      title: texts.mergeTaken(existing.name),
      body: texts.mergeLine([tag.name], existing.name),
      confirm: texts.merge,
      run: () => merge.mutateAsync({ tags: [tag._id], into: existing._id }),
    })
  }
  const rename = useUpdateTag(tag, onClose, onRefused)

  const save = () => {
    if (rename.isPending) return
    const newName = name.trim().replace(/^#+(?=.)/, '')
    if (newName === '') return setError(texts.required)
    if (newName === tag.name) return onClose()
    const result = addTag([], newName)
    if (!result.ok) {
      setError(result.problem)
      return void toast({ tone: 'danger', title: result.problem, duration: longErrorDuration })
    }
    rename.mutate({ tag_id: tag._id, tag_name: newName })
  }
  return (
    <Dialog
      title={texts.editTitle}
      onClose={onClose}
      action={{ 'aria-disabled': rename.isPending, children: texts.update }}
      onSubmit={save}
    >
      <TextField
        label={texts.editField}
        hint={texts.linkCount(tag.links_count)}
        error={error}
        data-autofocus
        autoCapitalize="none"
        dir="auto"
        value={name}
        onFocus={event => event.target.select()}
        onChange={event => {
          setName(event.target.value)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}
