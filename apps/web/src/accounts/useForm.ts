import { type SyntheticEvent, useRef, useState } from 'react'
import { AccountsError } from './calls.ts'
import { toErrorMessage } from './validation.ts'

type Check = (value: string) => string | undefined

export interface Form<Name extends string> {
  busy: boolean
  /** Returns the props of a field: its name, and its error. */
  field: (name: Name) => { name: Name; error: string | undefined }
  /** The error that belongs to no single field. */
  failure: string | null
  /** True after too many attempts. */
  isRateLimited: boolean
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
}

/**
 * Manages a form of this site: validates it before sending, shows errors at the fields and focuses the first
 * one. The fields are uncontrolled, as password managers expect.
 */
export function useForm<Name extends string>(
  fields: Record<Name, Check>,
  send: (values: Record<Name, string>, form: HTMLFormElement) => Promise<void>,
): Form<Name> {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isRateLimited, setRateLimited] = useState(false)
  const isSending = useRef(false)
  const names = Object.keys(fields) as Name[]

  function showErrors(form: HTMLFormElement, newErrors: Partial<Record<Name, string>>): void {
    setErrors(newErrors)
    const first = names.find(name => newErrors[name])
    const control = first && form.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form)
    const values = Object.fromEntries(names.map(name => [name, String(data.get(name) ?? '')])) as Record<
      Name,
      string
    >
    const newErrors: Partial<Record<Name, string>> = {}
    for (const name of names) {
      const error = fields[name](values[name])
      if (error) newErrors[name] = error
    }
    setFailure(null)
    setRateLimited(false)
    showErrors(form, newErrors)
    if (Object.keys(newErrors).length > 0) return
    isSending.current = true
    setBusy(true)
    try {
      await send(values, form)
    } catch (error) {
      setRateLimited(error instanceof AccountsError && error.status === 429)
      const { field: fieldName, message } = toErrorMessage(error)
      // Forms with only one password call the field `password`.
      const isPassword = fieldName === 'currentPassword' || fieldName === 'newPassword'
      const field = isPassword && !names.includes(fieldName as Name) ? 'password' : fieldName
      if (field !== null && names.includes(field as Name))
        showErrors(form, { [field]: message } as Partial<Record<Name, string>>)
      else setFailure(message)
    } finally {
      isSending.current = false
      setBusy(false)
    }
  }

  return {
    busy,
    field: name => ({ name, error: errors[name] }),
    failure,
    isRateLimited,
    onSubmit: event => {
      event.preventDefault()
      if (!isSending.current) void submit(event.currentTarget)
    },
  }
}
