import { getLink, saveLink, updateLink } from '@nestmark/contract/links/links'
import type { Link } from '@nestmark/contract/shapes'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import { useRef, useState } from 'react'
import { isInaccessible, type Refusal } from '../../../../lib/api/client.ts'
import { useOperation, useOperationMutation } from '../../../../lib/api/operations.ts'
import { openAnswer } from '../../../../lib/encryption/openAnswer.ts'
import { removeQueued } from '../../../../lib/outbox/queue.ts'
import { randomKey } from '@nestmark/client/randomKey'
import type { UploadedFile } from '../../../../lib/uploads/files/formUpload.ts'
import { useFocusProblem } from '../../../../ui/fields/useFocusProblem.ts'
import { useSaveEncryptedLink, type Sealing } from '../../../encryption/useSaveEncryptedLink.ts'
import { pollScrapedData } from '../../pollScrapedData.ts'
import { readQueuedForm } from './queuedForm.ts'
import { getConcurrentLink, patchLinks } from '../../data.ts'
import { useRememberCollection } from './linkFormData.ts'
import { type SaveError, toFieldErrors, toSaveError } from '../state/linkFormErrors.ts'
import { isDifferentFrom, type LinkValues, toSaveInput, toUpdateInput } from '../state/linkFormValues.ts'
import { useFileUpload } from '../state/useFormFile.ts'
import type { LinkFormState } from '../state/useLinkForm.ts'
import { hiddenTagsTexts } from '@nestmark/texts/encryption/hiddenTags'
import { addTagWords } from '@nestmark/client/encryption/tagWords'
import { useHidesTags } from '../../../encryption/useHidesTags.ts'

interface SaveOptions {
  queuedId?: string
  /** A version to choose from, shown next to the form from the start. */
  theirs?: Link | undefined
  onSaved: (link: Link) => void
  onQueued: () => void
}

/**
 * Saves the form: validates it, assigns refusals to their fields, and shows a conflict when another user changed the
 * link concurrently.
 * @param link the link being edited, or undefined for a new one
 * @param queuedId ID of the queued mutation that the form continues
 */
export function useLinkSave(
  form: LinkFormState,
  link: Link | undefined,
  initial: LinkValues,
  { queuedId, theirs, onSaved, onQueued }: SaveOptions,
) {
  const [saveError, setSaveError] = useState<SaveError>()
  const [concurrent, setConcurrent] = useState(() => theirs ?? readQueuedForm(queuedId)?.theirs)
  const [key] = useState(() => queuedId ?? randomKey())
  const fileUpload = useFileUpload()
  const remember = useRememberCollection()
  const showProblem = useFocusProblem()
  // A queued mutation may have been sent once without receiving its answer.
  const lastSent = useRef({ attempts: queuedId ? 1 : 0, values: form.values, hasFile: false })

  const finish = (saved: Link) => {
    form.markSaved()
    form.upload.current()?.claim()
    form.capture.claim()
    removeQueued(key)
    remember(saved.parent, saved.category)
    onSaved(saved)
    void pollScrapedData(saved)
  }
  const handleRefusal = (refusal: Refusal) => {
    const newest = getConcurrentLink(refusal)
    if (newest) return setConcurrent(newest)
    showProblem()
    const errors = toFieldErrors(refusal)
    if (Object.keys(errors).length > 0) return form.setErrors(errors)
    setSaveError({ ...toSaveError(refusal), upgrade: refusal.status === 402 })
  }
  const options = useCallOptions(key, {
    later: () => toQueued(lastSent.current, initial),
    onQueued: () => {
      form.markSaved()
      onQueued()
    },
    onError: handleRefusal,
  })
  const update = useOperationMutation(updateLink, { ...options, onSuccess: finish })
  /** The first try was saved although its answer was lost: changes since then are saved as an update. */
  const settle = (saved: Link, { version } = saved) => {
    const { values } = lastSent.current
    if (!isDifferentFrom(saved, values)) return finish(saved)
    update.mutate(toUpdateInput(values, initial, { _id: saved._id, version }))
  }
  const save = useOperationMutation(saveLink, {
    ...options,
    onSuccess: saved => (lastSent.current.attempts > 1 ? settle(saved) : finish(saved)),
  })
  const sealing = useSaveEncryptedLink(form.values.parent, !link && !queuedId, finish, refusal => {
    if (refusal.code !== 'encryption.savedBefore') return handleRefusal(refusal)
    // Another edit since then is a conflict.
    void readSavedBefore(refusal).then(saved => settle(saved, { ...saved, version: 1 }))
  })
  const busy = fileUpload.isRunning || form.capture.sent !== undefined || isPending(save, update, sealing)
  const hiddenTags = useHiddenTags(form, sealing, () => showProblem())
  const send = (typed: LinkValues, version = link?.version ?? 0) => {
    setSaveError(undefined)
    const values = hiddenTags.prepare(typed)
    if (!values) return
    const upload = form.upload.current()
    const hasFile = upload !== null || form.capture.url !== ''
    lastSent.current = { attempts: lastSent.current.attempts + 1, values, hasFile }
    const saveNew = (file?: UploadedFile) => {
      const input = toSaveInput(values, file)
      const saveInClear = () => save.mutate(sealing.toPlainInput(input))
      if (file ? file.sealed : sealing.isPrivate) void sealing.save(input, file?.sealed, saveInClear)
      else saveInClear()
    }
    const edit = link && toUpdateInput(values, initial, { ...link, version })
    if (upload) void fileUpload.run(upload, values.parent, sealing.willEncrypt, saveNew)
    else if (edit) form.capture.addTo(edit, update.mutate, handleRefusal)
    else saveNew()
  }
  const submit = () => {
    if (!busy && form.validateAll()) send(form.values)
    else if (!busy) showProblem()
  }
  return {
    submit,
    busy,
    sealing,
    /** The link is or will be encrypted in a collection that keeps tags inside the encryption. */
    hidesTags: hiddenTags.isOn,
    saveError,
    lostAccess: useLostAccess(link),
    /** The link as another user saved it concurrently. */
    concurrent,
    /** Saves the values that the user chose from both versions. */
    resolve(values: LinkValues): void {
      if (!concurrent || busy) return
      form.replace(values)
      send(values, concurrent.version)
      setConcurrent(undefined)
    },
    cancelConflict: () => setConcurrent(undefined),
  }
}

/** Returns the link, opened, that an earlier try has saved encrypted. */
const readSavedBefore = async (refusal: Refusal): Promise<Link> =>
  (await openAnswer(refusal.data as { link: Link })).link

/** Returns the options of both calls. Repeated calls with a key run once; a queued change is shown immediately. */
function useCallOptions<Options extends { onQueued: () => void }>(key: string, options: Options) {
  return {
    ...options,
    quiet: true,
    idempotencyKey: () => key,
    onQueued: ({ link_id: id, name, desc }: { link_id?: string; name?: string; desc?: string }) => {
      if (id !== undefined)
        patchLinks(id, { ...(name !== undefined && { name }), ...(desc !== undefined && { desc }) })
      options.onQueued()
    },
  }
}

const isPending = (...calls: { isPending: boolean }[]) => calls.some(call => call.isPending)

/**
 * Returns the stored values of a form until the server is reachable.
 * @param hasFile a file or a captured picture is sent too: bytes cannot be queued
 */
function toQueued({ values, hasFile }: { values: LinkValues; hasFile: boolean }, before: LinkValues) {
  if (hasFile) return null
  const title = values.name.trim() || values.link.trim() || texts.draftUntitled
  return { title, form: { values, before } }
}

/**
 * Watches the rights to a link while its form is open. Another person can revoke its share.
 * @returns why the link can no longer be edited; null while it can
 */
function useLostAccess(link: Link | undefined): string | null {
  const { data, error } = useOperation(
    getLink,
    { link_id: link?._id ?? '' },
    { enabled: link !== undefined, quiet: true },
  )
  if (isInaccessible(error)) return texts.noAccess
  return data && !data.link.can.edit ? texts.noEdit : null
}

/** Moves the tags of a form into its description, where its link is or will be encrypted without tags (ENC-12). */
function useHiddenTags(
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
