import { type SyntheticEvent, useRef, useState } from 'react'
import { AccountsError } from './calls.ts'
import { explain } from './sentences.ts'

type Check = (value: string) => string | undefined

export interface Form<Name extends string> {
  busy: boolean
  errors: Partial<Record<Name, string>>
  /** What is no single field's fault. */
  failure: string | null
  /** True when there were too many tries. */
  limited: boolean
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void
}

/**
 * A form of this site: checked before it is sent, its errors beside the fields, the first of them in focus.
 * The fields keep their own values, as password managers expect.
 */
export function useForm<Name extends string>(
  fields: Record<Name, Check>,
  send: (values: Record<Name, string>, form: HTMLFormElement) => Promise<void>,
): Form<Name> {
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [limited, setLimited] = useState(false)
  const sending = useRef(false)
  const names = Object.keys(fields) as Name[]

  function show(form: HTMLFormElement, found: Partial<Record<Name, string>>): void {
    setErrors(found)
    const first = names.find(name => found[name])
    const control = first && form.elements.namedItem(first)
    if (control instanceof HTMLElement) control.focus()
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form)
    const values = Object.fromEntries(names.map(name => [name, String(data.get(name) ?? '')])) as Record<
      Name,
      string
    >
    const found: Partial<Record<Name, string>> = {}
    for (const name of names) {
      const wrong = fields[name](values[name])
      if (wrong) found[name] = wrong
    }
    setFailure(null)
    setLimited(false)
    show(form, found)
    if (Object.keys(found).length > 0) return
    sending.current = true
    setBusy(true)
    try {
      await send(values, form)
    } catch (error) {
      setLimited(error instanceof AccountsError && error.status === 429)
      const { field: named, sentence } = explain(error)
      // Forms that ask for the present password alone call it so.
      const field = named === 'currentPassword' && !names.includes(named as Name) ? 'password' : named
      if (field !== null && names.includes(field as Name))
        show(form, { [field]: sentence } as Partial<Record<Name, string>>)
      else setFailure(sentence)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  return {
    busy,
    errors,
    failure,
    limited,
    onSubmit: event => {
      event.preventDefault()
      if (!sending.current) void submit(event.currentTarget)
    },
  }
}
