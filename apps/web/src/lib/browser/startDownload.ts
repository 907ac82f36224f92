/**
 * Lets the browser download an address.
 * @param name of the file; '' for the one that the server gives
 */
export function startDownload(address: string, name = ''): void {
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = name
  document.body.append(anchor)
  anchor.click()
  anchor.remove()
}
