import { passkeyKeysTexts as texts } from '@nestmark/texts/encryption/passkeyKeys'
import { useState } from 'react'
import { type SavedKey, useKeys } from '../../../lib/encryption/keyRing.ts'
import { toast } from '../../../lib/toasts.ts'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { IconFingerprint } from '../../../ui/icons.ts'
import { usePathOf } from '../keys/useNameOf.ts'
import { Tick } from '../Tick.tsx'
import { changePasskeyKeys } from './passkeyKeys.ts'
import own from './passkeys.module.css'
import { usePasskeyKeys } from './usePasskeyKeys.ts'
import { usePasskeyTask } from './usePasskeyTask.ts'

/** Chooses which keys a passkey opens: those of this browser, and those that it opens already. */
export default function ChooseKeys({
  credentialId,
  name,
  onClose,
}: {
  credentialId: string
  name: string
  onClose: () => void
}) {
  const known = usePasskeyKeys()
  const record = known?.passkeys.find(each => each.credential_id === credentialId)
  const keys = useKeys()
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [problem, setProblem] = useState<string>()
  const { busy, run } = usePasskeyTask(known, setProblem)
  const isChosen = (kid: string) => changes.get(kid) ?? record?.key_ids.includes(kid) ?? false
  const kids = [...new Set([...keys.map(({ kid }) => kid), ...(record?.key_ids ?? [])])]
  const chosen = kids.filter(isChosen)
  const removed = record?.key_ids.filter(kid => !isChosen(kid)) ?? []
  const added = chosen.filter(kid => !record?.key_ids.includes(kid))
  const isReady = chosen.length > 0 && added.length + removed.length > 0
  const save = () => {
    if (!isReady) return
    setProblem(undefined)
    void run([{ credential_id: credentialId }], async question => {
      const add = keys.filter(({ kid }) => added.includes(kid))
      await changePasskeyKeys(question, { add, remove: removed })
      toast({ title: texts.chosen(chosen.length) })
      onClose()
    })
  }
  return (
    <Dialog
      title={texts.chooseTitle(name)}
      icon={IconFingerprint}
      onClose={onClose}
      action={{
        'aria-disabled': busy || !isReady,
        onClick: save,
        children: busy ? texts.waiting : texts.chooseSave,
      }}
    >
      <div className="stack g16">
        <p className="text14 t2">{texts.chooseLine}</p>
        <div className="stack g8" role="group" aria-label={texts.choose}>
          {kids.map(kid => (
            <Choice
              key={kid}
              kid={kid}
              saved={keys.find(key => key.kid === kid)}
              isChosen={isChosen(kid)}
              onChange={next => setChanges(new Map(changes).set(kid, next))}
            />
          ))}
        </div>
        {chosen.length === 0 && <p className="t3">{texts.chooseOne}</p>}
        {chosen.length > 0 && removed.length > 0 && <p className="t3">{texts.chooseLess}</p>}
        {problem !== undefined && <FieldError>{problem}</FieldError>}
      </div>
    </Dialog>
  )
}

function Choice({
  kid,
  saved,
  isChosen,
  onChange,
}: {
  kid: string
  /** The key, where this browser has it. */
  saved: SavedKey | undefined
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}) {
  const path = usePathOf(saved?.parent ?? '')
  const label = saved?.label ?? texts.otherKey(kid.slice(0, 6))
  return (
    <Tick label={label} checked={isChosen} textClass={`stack min0 ${own.choice}`} onChange={onChange}>
      <span className="el" dir="auto">
        {label}
      </span>
      <span className="t3 el" dir="auto">
        {saved ? path : texts.notHere}
      </span>
    </Tick>
  )
}
