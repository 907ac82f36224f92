/**
 * Returns the names of a path of folders. Its separator is a slash between blanks, because a name may contain a slash; or
 * else each slash.
 */
export function splitFolders(path: string): string[] {
  const names = path.includes(' / ') ? path.split(' / ') : path.split('/')
  return names.map(name => name.trim()).filter(name => name !== '')
}
