import { limits } from '../limits.ts'
import { isAddress } from './url.ts'

/** The fields of the link form that rules apply to. */
export interface LinkFields {
  category: number
  link: string
  name: string
  desc: string
  /** True while a file is uploaded or attached; no address and no description is required then. */
  hasFile?: boolean
  /** True for a checklist: its items are the content, so it needs no description. */
  hasItems?: boolean
  /** True for the address of a document that is shown inline, which needs no description. */
  isDocument?: boolean
}

export type LinkProblem =
  | 'links.linkRequired'
  | 'links.linkInvalid'
  | 'links.titleRequired'
  | 'links.descRequired'
  | 'links.descTooLong'
  | 'links.noteDescTooLong'

/** Returns the maximum length of a description. A note's description is its text, so it may be long. */
export function descLimit(category: number): number {
  return category === 4 ? limits.noteDesc : limits.desc
}

/**
 * Validates a link before it is saved (specification A5): which fields its category requires, and their lengths. The form of addresses of up to four characters is not checked.
 * @param current the stored address, which stays valid by whatever rules it was saved or imported; '' for a new link
 * @returns the problems by field; empty when the link is valid
 */
export function validateLink(
  { category, link, name, desc, hasFile = false, hasItems = false, isDocument = false }: LinkFields,
  current: string,
): Partial<Record<'link' | 'name' | 'desc', LinkProblem>> {
  const problems: Partial<Record<'link' | 'name' | 'desc', LinkProblem>> = {}
  const address = link.trim()
  const isInvalid = address !== '' && address !== current && !isAddress(address)
  if (category === 4) {
    if (isInvalid) problems.link = 'links.linkInvalid'
    if (!desc.trim() && !hasItems && !hasFile && !isDocument) problems.desc = 'links.descRequired'
  } else if (!hasFile) {
    if (!address) problems.link = 'links.linkRequired'
    else if (isInvalid) problems.link = 'links.linkInvalid'
  }
  if (desc.length > descLimit(category))
    problems.desc = category === 4 ? 'links.noteDescTooLong' : 'links.descTooLong'
  if (!name.trim()) problems.name = 'links.titleRequired'
  return problems
}
