/** The required fields of the link form, by category. Codes are those of the contract's errors. */

export interface LinkFields {
  category: number
  link: string
  name: string
  desc: string
  /** True while a file is uploaded or attached; no address is required then. */
  hasFile?: boolean
}

export type LinkProblem =
  | 'links.linkRequired'
  | 'links.linkInvalid'
  | 'links.titleRequired'
  | 'links.descRequired'

/**
 * Validates a link before it is saved (specification A5). The form of addresses of up to four characters is not checked.
 * @param isAddress checks the form of an address
 * @returns the problems by field; empty when the link is valid
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
