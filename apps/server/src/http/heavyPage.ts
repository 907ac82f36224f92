/** Pages further back than this are reached by passing over many rows. */
const nearPages = 20

/** What a page of a list is asked with. */
interface PageInput {
  page: number
  sort: string
  input?: string | undefined
}

/** True for pages that no index leads to at once: they are filtered, or far back. */
export function isHeavyPage({ page, input }: PageInput): boolean {
  return page > nearPages || Boolean(input?.trim())
}

/** The same for links, which have more filters, and whose other orders are those of the whole library. */
export function isHeavyLinkPage(
  page: PageInput & {
    category?: number | undefined
    tag?: string | undefined
    favourite?: 0 | 1 | undefined
    include_sub?: 0 | 1 | undefined
  },
): boolean {
  return (
    isHeavyPage(page) ||
    page.sort !== 'date' ||
    Boolean(page.category ?? page.tag ?? (page.favourite || page.include_sub))
  )
}

/** The same for tags, which an index holds by name. Without a page all of them are asked for. */
export function isHeavyTagPage({
  page,
  sort,
  input,
}: {
  page?: number | undefined
  sort: string
  input: string
}): boolean {
  return page === undefined || sort !== 'name' || isHeavyPage({ page, sort, input })
}
