import { encryptionTexts as texts } from '@nestmark/texts/encryption/encryption'
import { useId, useRef } from 'react'
import { usePhone } from '../../../lib/media/media.ts'
import { classes } from '../../../ui/classes.ts'
import { FieldError } from '../../../ui/fields/FieldError.tsx'
import { FileInput } from '../../../ui/fields/FileInput.tsx'
import { IconFileUpload } from '../../../ui/icons.ts'
import css from '../encryption.module.css'
import { useFileDrop } from '../../../lib/lists/useFileDrop.ts'

interface FileFieldProps {
  /** The name of the chosen file; '' without one. */
  name: string
  error: string | undefined
  onFile: (file: File) => void
  /** A file may be dropped anywhere on the dialog: the field is the only one in it. */
  isOnly?: boolean
}

/** The accepted types of a key file. */
export const keyFileTypes = '.key,.json,application/json'

/** Takes a key file, dropped or chosen. */
export const KeyFileField = (props: FileFieldProps) => (
  <FileField
    {...props}
    label={texts.keyFile}
    accept={keyFileTypes}
    prompts={{ drop: texts.dropFile, choose: texts.chooseFile }}
  />
)

/**
 * Takes a key file on the phone, as a button next to another one. Errors are shown elsewhere: `errorId` is their
 * element.
 */
export function KeyFileButton({
  name,
  errorId,
  onFile,
}: Pick<FileFieldProps, 'name' | 'onFile'> & { errorId: string | undefined }) {
  const button = useRef<HTMLLabelElement>(null)
  useFileDrop(button, onFile, inner => inner.closest<HTMLElement>('[role=dialog]') ?? inner)
  return (
    <label ref={button} className={css.fileButton} data-invalid={errorId !== undefined || undefined}>
      <FileInput isFocusable label={texts.keyFile} accept={keyFileTypes} errorId={errorId} onFile={onFile} />
      <IconFileUpload className="i" />
      <span className="el" dir="auto">
        {name || texts.keyFile}
      </span>
    </label>
  )
}

/** Takes a file, dropped or chosen. */
export function FileField({
  label,
  accept,
  prompts,
  name,
  error,
  onFile,
  isOnly = false,
}: FileFieldProps & {
  label: string
  accept: string
  /** The text of the field: before the words 'choose one', and on a phone, where nothing is dropped. */
  prompts: { drop: string; choose: string }
}) {
  const id = useId()
  const phone = usePhone()
  const field = useRef<HTMLLabelElement>(null)
  const isOver = useFileDrop(
    field,
    onFile,
    inner => (isOnly && inner.closest<HTMLElement>('[role=dialog]')) || inner,
  )
  return (
    <div>
      <label
        ref={field}
        htmlFor={id}
        className={classes('centre g8 t2', css.drop, isOver && css.over)}
        data-invalid={error ? true : undefined}
      >
        <FileInput
          id={id}
          isFocusable
          label={label}
          accept={accept}
          errorId={error ? `${id}-error` : undefined}
          onFile={onFile}
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
