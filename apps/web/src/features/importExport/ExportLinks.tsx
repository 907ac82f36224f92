import type { ExportFormat } from '@nestmark/contract/linkExport'
import { linkExportTexts as texts } from '@nestmark/texts/linkExport'
import { transferTexts } from '@nestmark/texts/importExport'
import { uiTexts } from '@nestmark/texts/ui'
import { useState } from 'react'
import { formatError } from '../../lib/api/client.ts'
import type { ExportedLinks } from '../../lib/overlay.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FieldError } from '../../ui/FieldError.tsx'
import { IconCopy, IconFileExport } from '../../ui/icons.ts'
import { RadioCards } from '../../ui/RadioCards.tsx'
import css from './Export.module.css'
import { useCountExport, useExportLinks } from './linkExport.ts'

const choices = (Object.keys(texts.formats) as ExportFormat[]).map(value => ({
  value,
  ...texts.formats[value],
}))

/** Exports the links of a collection, a search or a selection, to a file or the clipboard. */
export function ExportLinks({ part, onClose }: { part: ExportedLinks; onClose: () => void }) {
  const [format, setFormat] = useState<ExportFormat>('html')
  const [withSub, setWithSub] = useState(part.collection?.hasSub === true)
  const size = useCountExport(part, withSub)
  const { save, copy, isPending, error } = useExportLinks(part, { format, withSub, onDone: onClose })
  const links = size.data?.links
  const disabled = isPending || links === 0
  return (
    <Dialog
      title={part.name === '' ? texts.library : texts.title(part.name)}
      size={520}
      onClose={onClose}
      footerStart={
        <Button icon={IconCopy} disabled={disabled} onClick={() => copy(links ?? 0)}>
          {texts.copy}
        </Button>
      }
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {uiTexts.cancel}
          </Button>
          <Button variant="primary" icon={IconFileExport} disabled={disabled} onClick={save}>
            {transferTexts.export}
          </Button>
        </>
      }
    >
      <RadioCards
        name="format"
        label={texts.format}
        value={format}
        choices={choices}
        twoColumns="wide"
        isFirst
        onChange={setFormat}
      />
      {part.collection?.hasSub && (
        <label className={css.option}>
          <Checkbox
            small
            label={texts.withSub}
            checked={withSub}
            disabled={isPending}
            onChange={() => setWithSub(!withSub)}
          />
          {texts.withSub}
        </label>
      )}
      <p className={classes(css.note, css.counted)} role="status">
        {isPending ? texts.exporting : texts.count(links)}
        {!isPending && (size.data?.encrypted ?? 0) > 0 && ` · ${texts.encrypted(size.data?.encrypted ?? 0)}`}
      </p>
      {(error ?? size.error) && <FieldError>{formatError(error ?? size.error)}</FieldError>}
    </Dialog>
  )
}
