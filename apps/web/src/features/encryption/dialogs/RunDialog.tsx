import { encryptionTexts } from '@nestmark/texts/encryption/encryption'
import { encryptedTransferTexts as transferTexts } from '@nestmark/texts/encryption/encryptedTransfer'
import { hiddenTagsTexts } from '@nestmark/texts/encryption/hiddenTags'
import { uiTexts } from '@nestmark/texts/ui'
import { useEffect, useRef } from 'react'
import { formatError } from '../../../lib/api/client.ts'
import type { Runner } from '../../../lib/encryption/runner.ts'
import { useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { Progress } from '../../../ui/progress/Progress.tsx'

const texts = encryptionTexts.progress
const titles = {
  encrypt: texts.encrypting,
  enter: texts.encrypting,
  decrypt: texts.decrypting,
  rotate: texts.rotating,
  hideTags: hiddenTagsTexts.converting,
  export: () => transferTexts.exporting,
  import: transferTexts.importing,
}

/**
 * Shows a run over many links. Each batch is stored completely or not at all; Stop ends after the current one, and
 * Continue continues where it stopped.
 */
export default function RunDialog({
  runner,
  kind,
  name,
  total: counted,
  onClose,
}: {
  runner: Runner
  kind: 'encrypt' | 'enter' | 'decrypt' | 'rotate' | 'hideTags' | 'export' | 'import'
  name: string
  total?: number | undefined
  onClose: () => void
}) {
  const { phase, done, file, problem } = useStore(runner.progress)
  // Links that were added since are done too.
  const total = counted === undefined ? undefined : Math.max(counted, done)
  const isRunning = phase === 'running' || phase === 'stopping'
  const stop = useRef<HTMLButtonElement>(null)
  const continueButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (phase === 'done') onClose()
  }, [phase, onClose])
  // The button with the focus, Stop or Continue, has been replaced by the other one.
  useEffect(() => (isRunning ? stop : continueButton).current?.focus({ preventScroll: true }), [isRunning])
  const close = isRunning ? runner.stop : onClose
  return (
    <Dialog
      title={isRunning ? titles[kind](name) : phase === 'failed' ? texts.failed : texts.stopped}
      onClose={close}
      onEscape={close}
      footer={
        isRunning ? (
          <Button
            key="stop"
            ref={stop}
            data-autofocus
            aria-disabled={phase === 'stopping'}
            onClick={runner.stop}
          >
            {phase === 'stopping' ? texts.stopping : texts.stop}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{uiTexts.close}</Button>
            <Button key="continue" ref={continueButton} variant="primary" onClick={runner.resume}>
              {texts.continue}
            </Button>
          </>
        )
      }
    >
      <Progress
        label={texts.count(done, total)}
        fraction={total === undefined ? (isRunning ? undefined : 1) : done / Math.max(1, total)}
      />
      <p className="t2 mt8" role="status">
        {isRunning ? texts.count(done, total) : texts.left[kind](done)}
      </p>
      {isRunning && file && (
        <p className="el t2 num" dir="auto" title={file.name}>
          {texts.file(file.name, Math.floor(file.fraction * 100))}
        </p>
      )}
      {isRunning && <p className="t3">{texts.line[kind]}</p>}
      {phase === 'failed' && <FieldError>{formatError(problem)}</FieldError>}
    </Dialog>
  )
}
