import { type DialogFormat, linkExportTexts as texts } from '@nestmark/texts/transfer/linkExport'
import { transferTexts } from '@nestmark/texts/transfer/importExport'
import { useState } from 'react'
import { formatError } from '../../../lib/api/client.ts'
import { copyText } from '../../../lib/browser/copyText.ts'
import { classes } from '../../../ui/classes.ts'
import { Button } from '../../../ui/fields/Button.tsx'
import { Checkbox } from '../../../ui/fields/Checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/Dialog.tsx'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { IconCopy, IconFileExport } from '../../../ui/icons.ts'
import { RadioCards } from '../../../ui/fields/RadioCards.tsx'
import css from './Export.module.css'
import { ExportFeeds } from './ExportFeeds.tsx'
import { type ExportedLinks, useCountExport, useExportLinks } from './linkExport.ts'

const formats = Object.keys(texts.formats) as DialogFormat[]

/** Exports the links of a collection, a search or a selection, to a file or the clipboard. */
export function ExportLinks({ part, onClose }: { part: ExportedLinks; onClose: () => void }) {
  const [format, setFormat] = useState<DialogFormat>('html')
  const [withSub, setWithSub] = useState(part.collection?.hasSub === true)
  const size = useCountExport(part, withSub)
  const encrypted = size.data?.encrypted ?? 0
  const { save, copy, isPending, error } = useExportLinks(part, {
    format,
    withSub,
    encrypted,
    onDone: onClose,
  })
  const links = size.data?.links
  const articles = size.data?.articles ?? 0
  const isBook = format === 'epub'
  // Nobody exports before the dialog says what is left out.
  const disabled = isPending || size.isPending || links === 0 || (isBook && articles === 0)
  return (
    <Dialog
      title={part.name === '' ? texts.library : texts.title(part.name)}
      size={520}
      onClose={onClose}
      footerStart={
        <Button icon={IconCopy} disabled={disabled || isBook} onClick={() => copy(links ?? 0)}>
          {texts.copy}
        </Button>
      }
      action={{ icon: IconFileExport, disabled, onClick: save, children: transferTexts.export }}
    >
      <RadioCards
        name="format"
        label={texts.format}
        value={format}
        choices={formats.map(value => ({
          value,
          ...texts.formats[value],
          disabled: value === 'epub' && articles === 0,
        }))}
        twoColumns="wide"
        isFirst
        onChange={setFormat}
      />
      {part.collection?.hasSub && (
        <label className={`row ${css.option}`}>
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
      <p className={classes(css.note, 'mt12')} role="status">
        {isPending ? texts.exporting : isBook ? texts.articles(articles) : texts.count(links)}
        {!isPending && encrypted > 0 && ` · ${texts.encrypted(encrypted)}`}
      </p>
      {isBook && part.collection && part.name !== '' && <Catalog id={part.collection._id} />}
      {part.collection?.canAdd && (
        <ExportFeeds collection={part.collection} name={part.name} withSub={withSub} />
      )}
      {(error ?? size.error) && <FieldError>{formatError(error ?? size.error)}</FieldError>}
    </Dialog>
  )
}

/** Offers the address by which reading programs list the articles of a collection. */
function Catalog({ id }: { id: string }) {
  const copy = () => copyText(`${location.origin}/c/${id}/opds.xml`, { copied: texts.catalogCopied })
  return (
    <div className={`row wrap mt12 ${css.feeds}`}>
      <span className={css.note}>{texts.catalog}</span>
      <Button size="sm" icon={IconCopy} onClick={() => void copy()}>
        {texts.copyCatalog}
      </Button>
    </div>
  )
}
