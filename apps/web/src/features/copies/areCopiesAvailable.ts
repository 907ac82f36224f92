let available: boolean | undefined

/** Returns true if this server keeps copies of pages. */
export function areCopiesAvailable(): boolean {
  available ??= document.querySelector<HTMLMetaElement>('meta[name="nestmark-copies"]')?.content === 'on'
  return available
}
