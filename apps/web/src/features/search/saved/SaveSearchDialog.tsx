import type { Input } from '@nestmark/contract/operation'
import { renameSavedSearch, saveSearch } from '@nestmark/contract/search/savedSearches'
import { limits } from '@nestmark/core/limits'
import { savedSearchTexts as texts } from '@nestmark/texts/search/savedSearches'
import { useState } from 'react'
import type { Refusal } from '../../../lib/api/client.ts'
import { useOperationMutation } from '../../../lib/api/operations.ts'
import { toast } from '../../../lib/toasts.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'

/** Asks for the name of a search: of a new one that is saved, or of one that is renamed. */
export default function SaveSearchDialog({
  search,
  saved,
  onClose,
}: {
  search?: Omit<Input<typeof saveSearch>, 'name'>
  saved?: { _id: string; name: string }
  onClose: () => void
}) {
  const [name, setName] = useState(saved?.name ?? search?.input.slice(0, limits.savedSearchName) ?? '')
  const [error, setError] = useState<string>()
  const options = (title: string) => ({
    quiet: true,
    onError: ({ message }: Refusal) => setError(message),
    onSuccess() {
      toast({ title })
      onClose()
    },
  })
  const save = useOperationMutation(saveSearch, options(texts.saved))
  const rename = useOperationMutation(renameSavedSearch, options(texts.renamed))
  const busy = save.isPending || rename.isPending
  const submit = () => {
    if (busy) return
    if (saved) rename.mutate({ search_id: saved._id, name })
    else if (search) save.mutate({ ...search, name })
  }
  return (
    <Dialog
      title={saved ? texts.rename : texts.save}
      onClose={onClose}
      action={{ 'aria-disabled': busy, children: texts.confirm }}
      onSubmit={submit}
    >
      <TextField
        label={texts.name}
        error={error}
        data-autofocus
        maxLength={limits.savedSearchName}
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
