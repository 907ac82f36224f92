/**
 * Returns how many folders a bookmark file has. Reads the file in parts, so a file of 50 MB does not block the
 * page.
 * @param max the count at which reading stops
 */
export async function countFolders(file: Blob, max: number): Promise<number> {
  let count = 0
  let rest = ''
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return count
    const text = rest + value
    count += text.match(/<h3[\s>]/gi)?.length ?? 0
    if (count >= max) {
      await reader.cancel()
      return max
    }
    // The end may be the start of a tag.
    rest = /<(?:h3?)?$/i.exec(text)?.[0] ?? ''
  }
}
