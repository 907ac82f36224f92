import { useState } from 'react'

/**
 * Manages the values of fields and their errors, which end with the next change.
 * @param check returns the errors of values
 */
export function useFields<Values extends object>(
  initial: Values,
  check: (values: Values) => Partial<Record<keyof Values, string>>,
) {
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string>>>({})
  return {
    values,
    errors,
    setErrors,
    onChange(change: Partial<Values>) {
      setValues({ ...values, ...change })
      setErrors({})
    },
    /** Shows the errors of the values. @returns whether there are none */
    isValid(): boolean {
      const found = check(values)
      setErrors(found)
      return Object.keys(found).length === 0
    },
  }
}
