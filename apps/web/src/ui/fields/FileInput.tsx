import type { Ref } from 'react'

/** The types of pictures that the server stores for accounts and pages, as `accept` of HTML. */
export const pictureTypes = 'image/jpeg,image/png,image/gif,image/webp,image/avif'

interface FileInputProps {
  ref?: Ref<HTMLInputElement>
  id?: string
  label: string
  /** Types and endings that the browser offers, as `accept` of HTML; absent for all files. */
  accept?: string
  /** The id of the element that shows an error. */
  errorId?: string | undefined
  /** Whether the field has the focus of the keyboard. Otherwise a button opens it by `click`. */
  isFocusable?: boolean
  /** Whether the dialog around it gives it the focus. */
  isFirst?: boolean
  onFile: (file: File) => void
}

/** Renders a file input without its own look. The same file can be chosen again, for example after it was refused. */
export function FileInput({
  ref,
  id,
  label,
  accept,
  errorId,
  isFocusable = false,
  isFirst = false,
  onFile,
}: FileInputProps) {
  return (
    <input
      ref={ref}
      id={id}
      type="file"
      className={isFocusable ? 'sr' : undefined}
      hidden={!isFocusable}
      data-autofocus={isFirst || undefined}
      accept={accept}
      aria-label={label}
      aria-invalid={errorId !== undefined || undefined}
      aria-describedby={errorId}
      onChange={({ currentTarget }) => {
        const [first] = currentTarget.files ?? []
        // A browser reports a file that is still chosen only once.
        currentTarget.value = ''
        if (first) onFile(first)
      }}
    />
  )
}
