/** Returns an id with its name, or null when there is none or its name is not known to the reader. */
export function toNamed(
  id: string | null,
  names: ReadonlyMap<string, string>,
): { _id: string; name: string } | null {
  const name = id === null ? undefined : names.get(id)
  return id === null || name === undefined ? null : { _id: id, name }
}
