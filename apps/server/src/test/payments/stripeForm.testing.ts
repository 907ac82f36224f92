/** The parameters of a call, with their lists as objects that have the indexes as keys. */
export interface Form {
  [key: string]: string | Form
}

/**
 * Reads the parameters of a call as the library writes them: `line_items[0][price]=…`, in a body and in a query.
 * @throws Error for a parameter that is a list without indexes
 */
export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.replaceAll(']', '').split('[')
    if (rest.includes('')) throw new Error(`The parameter ${name} has no index.`)
    let at = form
    const keys = [first, ...rest]
    for (const key of keys.slice(0, -1)) {
      const inner = at[key]
      at = at[key] = typeof inner === 'object' ? inner : {}
    }
    at[keys.at(-1) ?? ''] = value
  }
  return form
}

/** Returns a parameter at a path; undefined where there is none. */
export function at(form: Form, ...path: string[]): string | undefined {
  let value: string | Form | undefined = form
  for (const key of path) value = typeof value === 'object' ? value[key] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Returns the values of a list or an object of texts. */
export function entries(form: Form, key: string): Record<string, string> {
  const inner = form[key]
  if (typeof inner !== 'object') return {}
  return Object.fromEntries(
    Object.entries(inner).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}
