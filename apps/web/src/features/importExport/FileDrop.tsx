import { transferTexts as texts } from '@nestmark/texts/importExport'
import { type DragEvent, useId, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/FieldError.tsx'
import { IconFileImport, IconFileText } from '../../ui/icons.ts'
import css from './Transfer.module.css'

/** A place for one file: dropped, or chosen. */
export function FileDrop({
  file,
  error,
  onFile,
}: {
  file: File | null
  error: string | undefined
  onFile: (file: File) => void
}) {
  const id = useId()
  const [over, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => {
    const [first] = files ?? []
    if (first) onFile(first)
  }
  const drag = {
    onDragEnter: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer.files)
    },
  }
  return (
    <div>
      <label
        htmlFor={id}
        className={classes(css.drop, over && css.over, error !== undefined && css.wrong)}
        {...drag}
      >
        <input
          id={id}
          type="file"
          className="sr"
          data-autofocus
          accept=".html,.htm,text/html"
          aria-label={texts.file}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
          onChange={event => {
            take(event.target.files)
            // The same file may be chosen again after it was mended.
            event.target.value = ''
          }}
        />
        {file ? (
          <>
            <IconFileText className="i s24" />
            <span className={css.fileName} dir="auto">
              {file.name}
            </span>
            <span className={css.quiet}>{texts.size(file.size)}</span>
            <span className={css.pick}>{texts.chooseOther}</span>
          </>
        ) : (
          <>
            <IconFileImport className="i s24" />
            <span className={css.fileName}>{over ? texts.dropNow : texts.drop}</span>
            <span className={css.pick}>{texts.choose}</span>
          </>
        )}
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
