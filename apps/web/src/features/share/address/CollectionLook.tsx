import { Refusal } from '@nestmark/contract/client'
import {
  deleteWhiteLabel,
  getWhiteLabel,
  setWhiteLabel,
  uploadLogo,
  type WhiteLabel,
} from '@nestmark/contract/sharing/whiteLabels'
import { limits } from '@nestmark/core/limits'
import { createPalette, defaultColours, toColour } from '@nestmark/core/pageColours'
import { hasPlanFeature } from '@nestmark/core/plans/plans'
import { whiteLabelTexts as texts } from '@nestmark/texts/sharing/whiteLabels'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { uploadFile } from '../../../lib/api/files.ts'
import { operationKey, useOperation, useOperationMutation } from '../../../lib/api/operations.ts'
import { queryClient } from '../../../lib/api/queryClient.ts'
import { toast } from '../../../lib/toasts.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Field, fieldCss } from '../../../ui/fields/Field.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { FileInput, pictureTypes } from '../../../ui/fields/FileInput.tsx'
import { useTask } from '../../../ui/fields/useTask.ts'
import { useMe } from '../../session/data.ts'
import { onEnter } from '../onEnter.ts'
import domainCss from './CollectionDomain.module.css'
import css from './CollectionLook.module.css'
import { type UnsavedParts, useUnsavedPart } from '../dialog/unsavedParts.ts'

interface Props {
  collectionId: string
  unsaved: RefObject<UnsavedParts>
}

const none: WhiteLabel = { name: '', accent: '', paper: '', logo: '', is_shown: 1 }

/** The name, logo and colours of the page of a public collection. Shown where the plan has them, or there are some. */
export function CollectionLook({ collectionId, unsaved }: Props) {
  const me = useMe()
  const { data: label } = useOperation(getWhiteLabel, { folder_id: collectionId }, { quiet: true })
  const remove = useOperationMutation(deleteWhiteLabel, { onSuccess: () => toast({ title: texts.removed }) })
  // A removal empties the fields.
  const [removals, setRemovals] = useState(0)
  const hasPlan = me !== undefined && hasPlanFeature(me.plan, 'whiteLabel')
  if (label === undefined || (label === null && !hasPlan)) return null
  return (
    <section className={`stack g10 ${domainCss.domain}`}>
      <div>
        <span className="w540 block">{texts.title}</span>
        <span className="text12 t3 block">{hasPlan ? texts.line : texts.planEnded}</span>
      </div>
      {hasPlan && <Look key={removals} collectionId={collectionId} unsaved={unsaved} label={label ?? none} />}
      {label && (
        <div>
          <Button
            variant="ghost"
            disabled={remove.isPending}
            onClick={() =>
              remove.mutate({ folder_id: collectionId }, { onSuccess: () => setRemovals(n => n + 1) })
            }
          >
            {texts.remove}
          </Button>
        </div>
      )}
    </section>
  )
}

function Look({ collectionId: folder_id, unsaved, label }: Props & { label: WhiteLabel }) {
  const [name, setName] = useState(label.name)
  const [accent, setAccent] = useState(label.accent)
  const [paper, setPaper] = useState(label.paper)
  const set = useOperationMutation(setWhiteLabel, {
    quiet: true,
    onSuccess: () => toast({ title: texts.saved }),
  })
  const submit = () => {
    if (!set.isPending) set.mutate({ folder_id, name, accent, paper })
  }
  const isSame = (typed: string, stored: string) => (toColour(typed) ?? typed.trim()) === stored
  const isSaved = name.trim() === label.name && isSame(accent, label.accent) && isSame(paper, label.paper)
  useUnsavedPart(unsaved, 'look', isSaved ? null : () => set.mutateAsync({ folder_id, name, accent, paper }))
  const chosen = { accent: toColour(accent) ?? '', paper: toColour(paper) ?? '' }
  const { accent: shown } = createPalette(chosen)
  return (
    <>
      <TextField
        label={texts.name}
        dir="auto"
        maxLength={limits.whiteLabelName}
        placeholder={texts.usualName}
        value={name}
        onKeyDown={onEnter(submit)}
        onChange={event => setName(event.target.value)}
      />
      <div className={css.colours}>
        <Colour
          label={texts.accent}
          usual={defaultColours.accent}
          value={accent}
          note={chosen.accent && shown !== chosen.accent ? texts.adjusted(shown) : undefined}
          onChange={setAccent}
          onKeyDown={onEnter(submit)}
        />
        <Colour
          label={texts.paper}
          usual={defaultColours.paper}
          value={paper}
          onChange={setPaper}
          onKeyDown={onEnter(submit)}
        />
      </div>
      {set.error && <FieldError>{set.error.message}</FieldError>}
      <Logo folder_id={folder_id} label={label} />
      <div className="flex wrap g8">
        <Button disabled={set.isPending} onClick={submit}>
          {texts.save}
        </Button>
        <a className={`acc w540 ${css.see}`} href={`/library/${folder_id}`} target="_blank" rel="noreferrer">
          {texts.see}
        </a>
      </div>
    </>
  )
}

function Colour({
  label,
  usual,
  value,
  note,
  onChange,
  onKeyDown,
}: {
  label: string
  usual: string
  value: string
  note?: string | undefined
  onChange: (value: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  return (
    <Field label={label} note={note}>
      {control => (
        <div className="flex g8">
          <input
            type="color"
            className={css.swatch}
            aria-label={texts.pick(label)}
            value={toColour(value) ?? usual}
            onChange={event => onChange(event.target.value)}
          />
          <input
            {...control}
            className={fieldCss.input}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={20}
            placeholder={usual}
            value={value}
            onKeyDown={onKeyDown}
            onChange={event => onChange(event.target.value)}
          />
        </div>
      )}
    </Field>
  )
}

function Logo({ folder_id, label }: { folder_id: string; label: WhiteLabel }) {
  const picker = useRef<HTMLInputElement>(null)
  const [failure, setFailure] = useState<string>()
  const { busy, run } = useTask()
  const upload = async (file: File) => {
    const form = new FormData()
    form.set('folder_id', folder_id)
    form.set('file', file)
    setFailure(undefined)
    queryClient.setQueryData(operationKey(getWhiteLabel, { folder_id }), await uploadFile(uploadLogo, form))
  }
  const take = (file: File) =>
    void run(
      () => upload(file),
      error => setFailure(error instanceof Refusal ? error.message : texts.failed),
    )
  return (
    <>
      <div className="flex wrap g8">
        {label.logo && <img className={css.logo} src={label.logo} alt={texts.logo} />}
        <Button disabled={busy} onClick={() => picker.current?.click()}>
          {busy ? texts.uploading : label.logo ? texts.changeLogo : texts.chooseLogo}
        </Button>
        <FileInput ref={picker} label={texts.logo} accept={pictureTypes} onFile={take} />
      </div>
      {failure && <FieldError>{failure}</FieldError>}
    </>
  )
}
