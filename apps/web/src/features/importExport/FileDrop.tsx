import { importEntryTexts as texts } from '@nestmark/texts/importEntry'
import { useId, useRef } from 'react'
import { useFileDrop } from '../../lib/lists/useFileDrop.ts'
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
  const zone = useRef<HTMLLabelElement>(null)
  const isDragOver = useFileDrop(zone, onFile)
  return (
    <div>
      <label
        ref={zone}
        htmlFor={id}
        className={classes(
          'stack g4 t2',
          css.drop,
          isDragOver && css.dragOver,
          error !== undefined && css.invalid,
        )}
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
