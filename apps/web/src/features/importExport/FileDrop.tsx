import { importEntryTexts as texts } from '@nestmark/texts/importEntry'
import { type DragEvent, useId, useState } from 'react'
import { usePhone } from '../../lib/media/media.ts'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/fields/FieldError.tsx'
import { FileInput } from '../../ui/fields/FileInput.tsx'
import { IconFileImport } from '../../ui/icons.ts'
import css from './ImportExport.module.css'

/** A drop zone and file picker for one file. */
export function FileDrop({ error, onFile }: { error: string | undefined; onFile: (file: File) => void }) {
  const id = useId()
  const phone = usePhone()
  const [isDragOver, setDragOver] = useState(false)
  const dragHandlers = {
    onDragEnter: (event: DragEvent) => {
      event.preventDefault()
      setDragOver(true)
    },
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setDragOver(false)
      const [first] = event.dataTransfer.files
      if (first) onFile(first)
    },
  }
  return (
    <div>
      <label
        htmlFor={id}
        className={classes(
          'stack g4 t2',
          css.drop,
          isDragOver && css.dragOver,
          error !== undefined && css.invalid,
        )}
        {...dragHandlers}
      >
        <FileInput
          id={id}
          isFocusable
          isFirst
          label={texts.file}
          errorId={error ? `${id}-error` : undefined}
          onFile={onFile}
        />
        <IconFileImport className="i s24" />
        {/* Nothing is dropped on a phone. */}
        {!phone && <span className="t1 anywhere w560 f14">{isDragOver ? texts.dropNow : texts.drop}</span>}
        <span className="acc w540">{phone ? texts.chooseBookmarks : texts.choose}</span>
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
