import { limits } from '@nestmark/core/limits'
import { collectionFormTexts as texts } from '@nestmark/texts/collectionForm'
import type { Collection } from '@nestmark/contract/shapes'
import { conflictTexts } from '@nestmark/texts/conflict'
import { collectionsTexts } from '@nestmark/texts/collections'
import { uiTexts } from '@nestmark/texts/ui'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Refusal } from '../../lib/api/client.ts'
import type { Overlays } from '../../lib/overlay.ts'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { Conflict, type ConflictField, type ConflictSide } from '../../ui/Conflict.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Field, fieldCss } from '../../ui/Field.tsx'
import { FieldError } from '../../ui/FieldError.tsx'
import { useFocusProblem } from '../../ui/useFocusProblem.ts'
import { CollectionField } from './CollectionField.tsx'
import { UpgradeLink } from '../session/UpgradeLink.tsx'
import { useCreateCollection, useUpdateCollection } from './data.ts'

type Props = { onClose: () => void } & Partial<Overlays['addCollection'] & Overlays['editCollection']>
type Errors = Partial<Record<'name' | 'desc' | 'parent' | 'form', string>> & { upgrade?: boolean }

/** Creates a collection, or edits the name and description of one. */
export default function CollectionForm({ parent, collection, former, onClose }: Props) {
  const formId = useId()
  const navigate = useNavigate()
  const [name, setName] = useState(former?.name ?? collection?.name ?? '')
  const [desc, setDesc] = useState(former?.desc ?? collection?.desc ?? '')
  const [parentId, setParentId] = useState<string | null>(parent ?? null)
  const [errors, setErrors] = useState<Errors>({})

  // The texts when the form was opened, or after the last resolved conflict.
  const [before, setBefore] = useState<CollectionTexts>(collection ?? { name, desc })
  const [concurrent, setConcurrent] = useState<CollectionTexts | undefined>(former && collection)
  const isFormer = former !== undefined && concurrent === collection

  const showProblem = useFocusProblem()
  const showErrors = (found: Errors) => {
    setErrors(found)
    showProblem()
  }
  const onRefused = (refusal: Refusal) => {
    const newest = getConcurrentTexts(refusal)
    if (newest) setConcurrent(newest)
    else showErrors(toErrors(refusal))
  }
  const create = useCreateCollection({
    onCreated(created) {
      toast({
        title: collectionsTexts.added,
        action: { label: texts.open, run: () => void navigate(`/c/${created._id}`) },
      })
      onClose()
    },
    onQueued: onClose,
  })
  const update = useUpdateCollection(() => {
    toast({ title: collectionsTexts.updated })
    onClose()
  })
  const busy = create.isPending || update.isPending

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return showErrors({ name: texts.nameRequired })
    const values = { name: name.trim(), desc: desc.trim() }
    const onError = { onError: onRefused }
    if (collection)
      update.mutate({ folder_id: collection._id, ...values, before: pickTexts(before) }, onError)
    else create.mutate({ ...values, ...(parentId && { parent: parentId }) }, onError)
  }
  if (collection && concurrent) {
    const resolve = (chosen: Readonly<Record<string, ConflictSide>>) => {
      const values = {
        name: chosen.name === 'theirs' ? concurrent.name : name.trim(),
        desc: chosen.desc === 'theirs' ? concurrent.desc : desc.trim(),
      }
      setName(values.name)
      setDesc(values.desc)
      setBefore(concurrent)
      setConcurrent(undefined)
      update.mutate(
        { folder_id: collection._id, ...values, before: pickTexts(concurrent) },
        { onError: onRefused },
      )
    }
    return (
      <Dialog title={texts.edit} flush onClose={onClose}>
        <Conflict
          title={isFormer ? conflictTexts.collectionSince : conflictTexts.collection}
          former={isFormer}
          parts={toConflictParts({ name: name.trim(), desc: desc.trim() }, concurrent, before)}
          busy={busy}
          onResolve={resolve}
          onBack={() => setConcurrent(undefined)}
        />
      </Dialog>
    )
  }
  return (
    <Dialog
      title={collection ? texts.edit : texts.add}
      onClose={onClose}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {uiTexts.cancel}
          </Button>
          <Button variant="primary" type="submit" form={formId} aria-disabled={busy}>
            {collection ? texts.update : texts.save}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={save} className={fieldCss.stack}>
        <Field label={texts.name} error={errors.name} note={texts.left(limits.collectionName - name.length)}>
          {control => (
            <input
              {...control}
              data-autofocus
              className={fieldCss.input}
              maxLength={limits.collectionName}
              autoComplete="off"
              dir="auto"
              value={name}
              onChange={event => {
                setName(event.target.value)
                setErrors({})
              }}
            />
          )}
        </Field>
        <Field
          label={texts.description}
          error={errors.desc}
          note={texts.left(limits.collectionDesc - desc.length)}
        >
          {control => (
            <textarea
              {...control}
              className={fieldCss.area}
              rows={3}
              maxLength={limits.collectionDesc}
              dir="auto"
              value={desc}
              onChange={event => {
                setDesc(event.target.value)
                setErrors({})
              }}
            />
          )}
        </Field>
        {!collection && (
          <CollectionField
            label={texts.inside}
            value={parentId}
            error={errors.parent}
            onChange={setParentId}
          />
        )}
        {errors.form && (
          <div data-problem tabIndex={-1}>
            <FieldError>
              {errors.form} {errors.upgrade && <UpgradeLink />}
            </FieldError>
          </div>
        )}
      </form>
    </Dialog>
  )
}

type CollectionTexts = Pick<Collection, 'name' | 'desc'>

const pickTexts = ({ name, desc }: CollectionTexts): CollectionTexts => ({ name, desc })

/**
 * Returns the texts that another user saved concurrently, from a refusal with the code `collections.changedElsewhere`;
 * else null.
 */
function getConcurrentTexts({ code, data }: Refusal): CollectionTexts | null {
  return code === 'collections.changedElsewhere' ? (data as { folder: Collection }).folder : null
}

function toConflictParts(
  mine: CollectionTexts,
  theirs: CollectionTexts,
  before: CollectionTexts,
): ConflictField[] {
  const labels = { name: texts.name, desc: texts.description }
  return (['name', 'desc'] as const)
    .filter(part => mine[part] !== theirs[part])
    .map(part => ({
      name: part,
      label: labels[part],
      mine: mine[part],
      theirs: theirs[part],
      changed: mine[part] !== before[part],
    }))
}

/** Assigns a refusal to its field. Other refusals are shown below all fields. */
function toErrors(refusal: Refusal): Errors {
  if (refusal.fields.length > 0)
    return Object.fromEntries(refusal.fields.map(field => [field.path, field.message]))
  const { code, message } = refusal
  if (/^collections\.(inTrash|notFound|readOnly|tooDeep)$/.test(code)) return { parent: message }
  return { form: message, upgrade: refusal.status === 402 }
}
