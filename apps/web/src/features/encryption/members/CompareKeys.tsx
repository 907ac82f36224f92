import { memberKeysTexts as texts } from '@nestmark/texts/encryption/memberKeys'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { IconAlertTriangle, IconKey } from '../../../ui/icons.ts'
import { Tick } from '../Tick.tsx'
import { Fingerprint } from './Fingerprint.tsx'
import membersCss from './members.module.css'
import { type ComparedKeys, useGiveKey } from './useGiveKey.ts'

type Props = ComparedKeys & { onClose: () => void }

/** Two people compare their public keys. With `giving`, the owner gives the key of the collection afterwards (E05). */
export default function CompareKeys(props: Props) {
  const [areDifferent, setAreDifferent] = useState(false)
  if (areDifferent) return <Different {...props} onAgain={() => setAreDifferent(false)} />
  return props.giving ? (
    <Giving {...props} giving={props.giving} onDiffer={() => setAreDifferent(true)} />
  ) : (
    <Dialog
      title={texts.compareTitle(props.person.name)}
      icon={IconKey}
      size={580}
      onClose={props.onClose}
      footer={<Button onClick={props.onClose}>{uiTexts.close}</Button>}
    >
      <div className="stack g16">
        <Numbers {...props} />
      </div>
    </Dialog>
  )
}

function Numbers({ collection, own, person, onReady }: Props & { onReady?: () => void }) {
  return (
    <>
      <p className="text14 t2">{texts.compareLine(person.name, collection.name)}</p>
      <Fingerprint one={own} other={{ id: person._id, publicKey: person.public_key }} onReady={onReady} />
    </>
  )
}

function Giving(props: Props & { giving: NonNullable<Props['giving']>; onDiffer: () => void }) {
  const { collection, person, giving, onDiffer, onClose } = props
  const [isSame, setIsSame] = useState(false)
  const [isReady, setIsReady] = useState(false)
  const { busy, give } = useGiveKey(props, onClose)
  return (
    <Dialog
      title={texts.giveTitle(person.name, collection.name)}
      icon={IconKey}
      size={580}
      onClose={onClose}
      footerStart={
        <Button variant="ghost" className={membersCss.differ} onClick={onDiffer}>
          {texts.differ}
        </Button>
      }
      action={{
        icon: IconKey,
        disabled: !isSame || !isReady || busy,
        onClick: () => void give(),
        children: busy ? texts.giving : texts.give,
      }}
    >
      <div className="stack g16">
        <Numbers {...props} onReady={() => setIsReady(true)} />
        <Tick label={texts.same(person.name)} checked={isSame} disabled={!isReady} onChange={setIsSame} />
        <p className={`flex g8 t3 ${membersCss.warning}`}>
          <IconAlertTriangle className="i s14" />
          {texts.giveLine(person.name, giving.count)}
        </p>
      </div>
    </Dialog>
  )
}

function Different({ person, onAgain, onClose }: Props & { onAgain: () => void }) {
  return (
    <Dialog
      title={texts.differTitle}
      icon={IconAlertTriangle}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{uiTexts.close}</Button>
          <Button data-autofocus variant="primary" onClick={onAgain}>
            {texts.compareAgain}
          </Button>
        </>
      }
    >
      <p className="text14 t2">{texts.differLine(person.name)}</p>
    </Dialog>
  )
}
