/**
 * Returns the value. Throws where it is null or undefined.
 * Use it for lookups that earlier code guarantees, in place of the `!` operator:
 * a broken guarantee then fails at the lookup and not somewhere later.
 */
export function assertDefined<T>(value: T, name = 'value'): NonNullable<T> {
  if (value === null || value === undefined) throw new Error(`${name} is ${String(value)}`)
  return value
}
