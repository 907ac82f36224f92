/** What the form needs, category by category. Codes are those of the contract's errors. */

export interface LinkFields {
  category: number
  link: string
  name: string
  desc: string
  /** True while a file is uploaded or attached: then no address is needed. */
  hasFile?: boolean
}

export type LinkProblem =
  | 'links.linkRequired'
  | 'links.linkInvalid'
  | 'links.titleRequired'
  | 'links.descRequired'

/**
 * Checks a link before it is saved (specification A5). Addresses of up to four characters are not judged by their shape.
 * @param isAddress judges the shape of an address
 * @returns the problems by field; empty when all is well
 */
export function linkProblems(
  { category, link, name, desc, hasFile = false }: LinkFields,
  isAddress: (text: string) => boolean,
): Partial<Record<'link' | 'name' | 'desc', LinkProblem>> {
  const problems: Partial<Record<'link' | 'name' | 'desc', LinkProblem>> = {}
  const address = link.trim()
  if (category === 4) {
    if (address && !isAddress(address)) problems.link = 'links.linkInvalid'
    if (!desc.trim()) problems.desc = 'links.descRequired'
  } else if (!hasFile) {
    if (!address) problems.link = 'links.linkRequired'
    else if (!isAddress(address)) problems.link = 'links.linkInvalid'
  }
  if (!name.trim()) problems.name = 'links.titleRequired'
  return problems
}
