/** Reads all pages of an operation whose pages say where the next one begins. @param read calls it for a page */
export async function* readPages<Page extends { next: string | null }>(
  read: (position: { after?: string }) => Promise<Page>,
): AsyncGenerator<Page> {
  let after: string | null | undefined
  while (after !== null) {
    const page = await read(after === undefined ? {} : { after })
    yield page
    after = page.next
  }
}
