import { limits } from '@nestmark/core/limits'
import { descLimit } from '@nestmark/core/addresses/linkRules'
import { hiddenTagsTexts } from '@nestmark/texts/encryption/hiddenTags'
import { linkFormTexts as texts } from '@nestmark/texts/links/linkForm'
import type { ReactNode } from 'react'
import { usePhone } from '../../../../lib/media/media.ts'
import { classes } from '../../../../ui/classes.ts'
import { Field, fieldCss } from '../../../../ui/fields/Field.tsx'
import { TextField } from '../../../../ui/fields/TextField.tsx'
import { Select, type SelectOption } from '../../../../ui/menus/Select.tsx'
import { CollectionField } from '../../../collections/picker/CollectionField.tsx'
import { CaptureStored } from './CaptureStored.tsx'
import { LinkFormAddress } from './LinkFormAddress.tsx'
import { LinkFormCopy } from './LinkFormCopy.tsx'
import css from './LinkFormFields.module.css'
import { ChosenFile, UploadButton } from './LinkFormFile.tsx'
import { LinkFormItems } from './LinkFormItems.tsx'
import { EmbedHint, LinkFormMiniPreview } from '../LinkFormPreview.tsx'
import { LinkFormTags } from './LinkFormTags.tsx'
import { isChecklist, type NoteKind, proposeTitle } from '../state/linkFormValues.ts'
import type { TagContext } from '../save/linkFormData.ts'
import type { LinkFormState } from '../state/useLinkForm.ts'

function toTagContext({ values, keywords, fetching }: LinkFormState, isPrivate: boolean): TagContext {
  // The server suggests no tags for an encrypted link, because it would need its texts.
  if (isPrivate) return { isPrivate }
  const { link, name, desc } = values
  return { link, name, desc, keywords, isPageRead: fetching === 'fetched' }
}

/** The fields of a link. A note begins with its type and ends with its address, which is optional. */
export function LinkFormFields({
  form,
  isPrivate = false,
  hidesTags = false,
  encryption,
  date,
  duplicates,
  currentParent,
  canUpload,
  lastFields,
}: {
  form: LinkFormState
  /** The link is or will be encrypted: its texts are not sent to a server. */
  isPrivate?: boolean
  /** The link is or will be encrypted in a collection that keeps tags inside the encryption. */
  hidesTags?: boolean
  /** Selects whether it is saved encrypted. */
  encryption?: ReactNode
  date: number
  /** Shown below the address: where the address is saved already. */
  duplicates: ReactNode
  /** The collection of a saved link. */
  currentParent?: string | undefined
  /** The link is new: it may get a file in place of an address. */
  canUpload?: boolean
  /** Replaces tags and collection where the link will not belong to the user. */
  lastFields?: ReactNode
}) {
  const phone = usePhone()
  const { values, errors } = form
  const isNote = values.category === 4
  // A post is identified by its address, so the address field keeps its position.
  const isWritten = isNote && !values.post
  const hasFile = form.upload.file !== undefined
  const hasItems = isChecklist(values) && !hasFile
  return (
    <div className={`stack min0 ${css.fields}`}>
      {hasFile ? (
        <ChosenFile upload={form.upload} />
      ) : (
        <>
          {isWritten ? (
            <NoteKindField form={form} />
          ) : (
            !form.hasSavedFile && <LinkFormAddress form={form} first />
          )}
          {canUpload && values.category !== 3 && values.link.trim() === '' && (
            <UploadButton category={values.category} upload={form.upload} />
          )}
          {!isWritten && duplicates}
          {phone && !isWritten && <LinkFormMiniPreview form={form} date={date} />}
          {phone && <CaptureStored capture={form.capture} />}
        </>
      )}
      <TextField
        label={texts.title}
        error={errors.name}
        maxLength={limits.title}
        dir="auto"
        autoFocus={isWritten}
        placeholder={proposeTitle(values)}
        value={values.name}
        onChange={event => form.type('name', event.target.value)}
      />
      {hasItems && (
        <LinkFormItems items={values.items} error={errors.items} onChange={items => form.set({ items })} />
      )}
      <DescriptionField form={form} />
      {isWritten && !hasItems && !hasFile && <LinkFormAddress form={form} />}
      {isWritten && !hasItems && !hasFile && duplicates}
      {lastFields ?? (
        <>
          {hidesTags ? (
            <p className="t3" role="note">
              {hiddenTagsTexts.formLine}{' '}
              {values.tags.length > 0 && hiddenTagsTexts.formMoves(values.tags.length)}
            </p>
          ) : (
            <LinkFormTags
              tags={values.tags}
              context={toTagContext(form, isPrivate)}
              error={errors.tags}
              onChange={tags => form.set({ tags })}
            />
          )}
          <CollectionField
            label={texts.collection}
            value={values.parent}
            currentParent={currentParent}
            error={errors.parent}
            onChange={parent => form.set({ parent })}
          />
          {encryption}
        </>
      )}
      {canUpload && !hasFile && !isPrivate && <LinkFormCopy form={form} />}
      {phone && !hasFile && <EmbedHint form={form} />}
    </div>
  )
}

const noteKinds: readonly SelectOption<NoteKind>[] = Object.entries(texts.noteKinds).map(([kind, label]) => ({
  value: Number(kind) as NoteKind,
  label,
}))

function NoteKindField({ form }: { form: LinkFormState }) {
  const { values } = form
  const choose = (kind: NoteKind) => {
    const isEmptyList = kind === 4 && values.items.length === 0
    form.set({ kind, items: isEmptyList ? [{ key: 1, text: '', done: false }] : values.items })
  }
  return (
    <Field label={texts.noteKind}>
      {control => (
        <Select
          {...control}
          label={texts.noteKind}
          options={noteKinds}
          value={values.kind}
          onChange={choose}
        />
      )}
    </Field>
  )
}

/** Edits the description. In a note it is the text itself, so it is larger and required. */
function DescriptionField({ form }: { form: LinkFormState }) {
  const { values, errors } = form
  const isNote = values.category === 4
  const isText = isNote && !isChecklist(values)
  // No `maxLength`: browsers truncate a pasted text at it without a message.
  const max = descLimit(values.category)
  const error =
    values.desc.length > max
      ? texts.descTooLong(values.desc.length, max, isNote ? null : limits.noteDesc)
      : errors.desc
  return (
    <Field label={texts.description} hint={isText ? undefined : texts.optional} error={error}>
      {control => (
        <textarea
          {...control}
          className={classes(fieldCss.area, isText && css.noteText, values.kind === 2 && isNote && css.quote)}
          rows={isText ? 6 : 3}
          dir="auto"
          value={values.desc}
          onChange={event => form.type('desc', event.target.value)}
        />
      )}
    </Field>
  )
}
