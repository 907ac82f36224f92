import { encryptionTexts as texts } from '@nestmark/texts/encryption'
import { type DragEvent, useId, useState } from 'react'
import { usePhone } from '../../lib/media.ts'
import { classes } from '../../ui/classes.ts'
import { FieldError } from '../../ui/FieldError.tsx'
import { IconFileUpload } from '../../ui/icons.ts'
import css from './encryption.module.css'

interface FileFieldProps {
  /** The name of the chosen file; '' without one. */
  name: string
  error: string | undefined
  onFile: (file: File) => void
}

/** Takes a key file, dropped or chosen. */
export const KeyFileField = (props: FileFieldProps) => (
  <FileField
    {...props}
    label={texts.keyFile}
    accept=".key,.json,application/json"
    prompts={{ drop: texts.dropFile, choose: texts.chooseFile }}
  />
)

/** Takes a file, dropped or chosen. */
export function FileField({
  label,
  accept,
  prompts,
  name,
  error,
  onFile,
}: FileFieldProps & {
  label: string
  accept: string
  /** What the field says: before the words 'choose one', and on a phone, where nothing is dropped. */
  prompts: { drop: string; choose: string }
}) {
  const id = useId()
  const phone = usePhone()
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | null) => {
    const [first] = files ?? []
    if (first) onFile(first)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div>
      <label
        htmlFor={id}
        className={classes(css.drop, isOver && css.over)}
        data-invalid={error ? true : undefined}
        onDragOver={event => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          id={id}
          type="file"
          className="sr"
          accept={accept}
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={event => {
            take(event.target.files)
            // The same file can be chosen again.
            event.target.value = ''
          }}
        />
        <IconFileUpload className="i s18" />
        {name ? (
          <span className="el" dir="auto">
            {name}
          </span>
        ) : phone ? (
          <b>{prompts.choose}</b>
        ) : (
          <span>
            {prompts.drop} <b>{texts.chooseOne}</b>
          </span>
        )}
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
