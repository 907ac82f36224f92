import { limits } from '@nestmark/core/limits'
import { linkFormTexts as texts } from '@nestmark/texts/linkForm'
import type { ReactNode } from 'react'
import { usePhone } from '../../lib/media.ts'
import { classes } from '../../ui/classes.ts'
import { Field, fieldCss } from '../../ui/Field.tsx'
import { IconCheck, IconLink } from '../../ui/icons.ts'
import { CollectionField } from '../collections/CollectionField.tsx'
import type { FetchStatus } from './linkFormData.ts'
import css from './LinkFormFields.module.css'
import { LinkFormItems } from './LinkFormItems.tsx'
import { EmbedHint, LinkFormMiniPreview } from './LinkFormPreview.tsx'
import { LinkFormTags } from './LinkFormTags.tsx'
import { isChecklist, type NoteKind } from './linkFormValues.ts'
import type { LinkFormState } from './useLinkForm.ts'

const statusTexts: Partial<Record<FetchStatus, string>> = {
  fetching: texts.fetching,
  fetched: texts.fetched,
  failed: texts.notFetched,
}

/** The fields of a link. A note begins with its type and ends with its address, which is optional. */
export function LinkFormFields({
  form,
  date,
  duplicates,
  currentParent,
  lastFields,
}: {
  form: LinkFormState
  date: number
  /** Shown below the address: where the address is saved already. */
  duplicates: ReactNode
  /** The collection of a saved link. */
  currentParent?: string | undefined
  /** Replaces tags and collection where the link will not belong to the user. */
  lastFields?: ReactNode
}) {
  const phone = usePhone()
  const { values, errors } = form
  const isNote = values.category === 4
  // A post is identified by its address, so the address field keeps its position.
  const isWritten = isNote && !values.post
  const hasItems = isChecklist(values)
  return (
    <div className={css.fields}>
      {isWritten ? (
        <Field label={texts.noteKind}>
          {control => (
            <select
              {...control}
              className={fieldCss.select}
              value={values.kind}
              onChange={event => {
                const kind = Number(event.target.value) as NoteKind
                const items =
                  kind === 4 && values.items.length === 0 ? [{ key: 1, text: '', done: false }] : values.items
                form.set({ kind, items })
              }}
            >
              {Object.entries(texts.noteKinds).map(([kind, label]) => (
                <option key={kind} value={kind}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : (
        <AddressField form={form} first />
      )}
      {!isWritten && duplicates}
      {phone && !isWritten && <LinkFormMiniPreview form={form} date={date} />}
      <Field label={texts.title} error={errors.name}>
        {control => (
          <input
            {...control}
            className={fieldCss.input}
            maxLength={limits.title}
            autoComplete="off"
            dir="auto"
            autoFocus={isWritten}
            value={values.name}
            onChange={event => form.type('name', event.target.value)}
          />
        )}
      </Field>
      {hasItems && (
        <LinkFormItems items={values.items} error={errors.items} onChange={items => form.set({ items })} />
      )}
      <Field
        label={texts.description}
        hint={!isNote || hasItems ? texts.optional : undefined}
        error={errors.desc}
      >
        {control => (
          <textarea
            {...control}
            className={classes(
              fieldCss.area,
              isNote && !hasItems && css.noteText,
              values.kind === 2 && isNote && css.quote,
            )}
            rows={isNote && !hasItems ? 6 : 3}
            maxLength={limits.desc}
            dir="auto"
            value={values.desc}
            onChange={event => form.type('desc', event.target.value)}
          />
        )}
      </Field>
      {isWritten && !hasItems && <AddressField form={form} />}
      {isWritten && !hasItems && duplicates}
      {lastFields ?? (
        <>
          <LinkFormTags
            tags={values.tags}
            context={{ link: values.link, name: values.name, desc: values.desc, keywords: form.keywords }}
            error={errors.tags}
            onChange={tags => form.set({ tags })}
          />
          <CollectionField
            label={texts.collection}
            value={values.parent}
            currentParent={currentParent}
            error={errors.parent}
            onChange={parent => form.set({ parent })}
          />
        </>
      )}
      {phone && <EmbedHint form={form} />}
    </div>
  )
}

function AddressField({ form, first }: { form: LinkFormState; first?: boolean }) {
  const { values, errors, fetching } = form
  const statusText = statusTexts[fetching]
  return (
    <Field label={texts.link} error={errors.link} hint={first ? undefined : texts.optional}>
      {control => (
        <div className={fieldCss.box}>
          <IconLink className="i t3" />
          <input
            {...control}
            className={fieldCss.inside}
            type="text"
            inputMode="url"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoComplete="off"
            dir="ltr"
            maxLength={limits.address}
            autoFocus={first}
            value={values.link}
            onChange={event => form.setAddress(event.target.value)}
          />
          <span role="status" className={classes(css.status, css[fetching])}>
            {fetching === 'fetched' && <IconCheck className="i s14" />}
            {statusText && <span className={css.statusText}>{statusText}</span>}
          </span>
        </div>
      )}
    </Field>
  )
}
