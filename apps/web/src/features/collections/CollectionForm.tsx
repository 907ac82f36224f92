import { limits } from '@nestmark/core/limits'
import { collectionFormTexts as texts } from '@nestmark/texts/collections/collectionForm'
import { conflictTexts } from '@nestmark/texts/conflict'
import { Conflict } from '../../ui/dialogs/Conflict.tsx'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { fieldCss } from '../../ui/fields/Field.tsx'
import { TextField, TextArea } from '../../ui/fields/TextField.tsx'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { CollectionField } from './picker/CollectionField.tsx'
import { UpgradeLink } from '../session/UpgradeLink.tsx'
import { type CollectionFormProps, useCollectionForm } from './useCollectionForm.ts'

/** Creates a collection, or edits the name and description of one. */
export function CollectionForm(props: CollectionFormProps) {
  const { collection, hiddenTags, onClose } = props
  const form = useCollectionForm(props)
  const { values, changeValues, parentId, setParentId, errors, busy, save, conflict } = form
  if (conflict) {
    const { before, mine, theirs, previous, onResolve, onBack } = conflict
    const parts = (['name', 'desc'] as const)
      .filter(part => mine[part] !== theirs[part])
      .map(part => ({
        name: part,
        label: part === 'name' ? texts.name : texts.description,
        mine: mine[part],
        theirs: theirs[part],
        changed: mine[part] !== before[part],
      }))
    return (
      <Dialog title={texts.edit} flush onClose={onClose}>
        <Conflict
          title={previous ? conflictTexts.collectionSince : conflictTexts.collection}
          {...{ previous, parts, busy, onBack }}
          onResolve={({ name, desc }) =>
            onResolve({
              name: name === 'theirs' ? theirs.name : mine.name,
              desc: desc === 'theirs' ? theirs.desc : mine.desc,
            })
          }
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      title={collection ? texts.edit : texts.add}
      onClose={onClose}
      action={{ 'aria-disabled': busy, children: collection ? texts.update : texts.save }}
      onSubmit={save}
      formClass={fieldCss.stack}
    >
      <TextField
        label={texts.name}
        error={errors.name}
        note={texts.left(limits.collectionName - values.name.length)}
        data-autofocus
        maxLength={limits.collectionName}
        dir="auto"
        value={values.name}
        onChange={event => changeValues({ name: event.target.value })}
      />
      <TextArea
        label={texts.description}
        error={errors.desc}
        note={texts.left(limits.collectionDesc - values.desc.length)}
        rows={3}
        maxLength={limits.collectionDesc}
        dir="auto"
        value={values.desc}
        onChange={event => changeValues({ desc: event.target.value })}
      />
      {!collection && (
        <CollectionField label={texts.inside} value={parentId} error={errors.parent} onChange={setParentId} />
      )}
      {collection && hiddenTags && (
        <hiddenTags.Option id={collection._id} changed={form.hidesTags} onChange={form.setHidesTags} />
      )}
      {errors.form && (
        <div data-problem tabIndex={-1}>
          <FieldError>
            {errors.form} {errors.upgrade && <UpgradeLink />}
          </FieldError>
        </div>
      )}
    </Dialog>
  )
}
