import { hiddenTagsTexts } from '@nestmark/texts/encryption/hiddenTags'
import { addTagWords } from '@nestmark/client/encryption/tagWords'
import { useHidesTags } from '../../../encryption/useHidesTags.ts'
import type { Sealing } from '../../../encryption/useSaveEncryptedLink.ts'
import type { LinkValues } from './linkFormValues.ts'
import type { LinkFormState } from './useLinkForm.ts'

/** Moves the tags of a form into its description, where its link is or will be encrypted without tags (ENC-12). */
export function useHiddenTags(
  { values: { parent }, isSealed, setErrors }: LinkFormState,
  sealing: Pick<Sealing, 'hidesTags'>,
  onTooLong: () => void,
) {
  const hidesSavedTags = useHidesTags(parent, isSealed)
  const isOn = hidesSavedTags || sealing.hidesTags
  return {
    isOn,
    /** Returns the values to save; null, with an error of the description, when the tags do not fit. */
    prepare(values: LinkValues): LinkValues | null {
      if (!isOn) return values
      const desc = addTagWords(values, values.tags)
      if (desc !== null) return { ...values, desc, tags: [] }
      setErrors({ desc: hiddenTagsTexts.tooLong(values.name) })
      onTooLong()
      return null
    },
  }
}
