import { limits } from '@nestmark/core/limits'
import { suggestionTexts as texts } from '@nestmark/texts/sharing/suggestions'
import { linkFormTexts } from '@nestmark/texts/links/linkForm'
import { useState } from 'react'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { TextArea } from '../../ui/fields/TextField.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { useDeleteSuggestions, type ListedSuggestion } from './data.ts'
import css from './Suggestions.module.css'

/** Rejects suggestions, with an optional message to their senders. */
export default function RejectSuggestions({
  suggestions,
  onDone,
  onClose,
}: {
  suggestions: ListedSuggestion[]
  onDone?: () => void
  onClose: () => void
}) {
  const [word, setWord] = useState('')
  const { remove, isPending } = useDeleteSuggestions('to_me')
  const many = suggestions.length > 1
  const reject = async () => {
    try {
      await remove(suggestions, word)
    } catch {
      // A toast has shown the reason. The dialog stays open for a retry.
      return
    }
    onDone?.()
    onClose()
  }
  return (
    <Dialog
      title={many ? texts.askRejectMany(suggestions.length) : texts.askReject}
      onClose={onClose}
      action={{ icon: IconTrash, disabled: isPending, onClick: () => void reject(), children: texts.remove }}
    >
      <p className={css.line}>{texts.rejectLine}</p>
      <TextArea
        label={texts.word}
        hint={linkFormTexts.optional}
        note={texts.wordLeft(limits.suggestionWord - word.length)}
        rows={2}
        dir="auto"
        data-autofocus
        maxLength={limits.suggestionWord}
        value={word}
        onChange={event => setWord(event.target.value)}
      />
    </Dialog>
  )
}
