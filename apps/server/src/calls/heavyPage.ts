/** Later pages need to skip many rows. */
const maxNearPage = 20

/** The parameters of a page of a list. */
interface PageInput {
  page: number
  sort: string
  input?: string | undefined
}

/** Returns true for pages that no index finds directly: filtered ones and late ones. */
export function isHeavyPage({ page, input }: PageInput): boolean {
  return page > maxNearPage || Boolean(input?.trim())
}

/** The same for links, which have more filters, and whose orders by title and host cover the entire library. */
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
    (page.sort !== 'date' && page.sort !== 'hand') ||
    Boolean(page.category ?? page.tag ?? (page.favourite || page.include_sub))
  )
}

/** The same for tags, which are indexed by name. Without `page`, all tags are returned. */
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
