import { getCollection, listSubcollections } from '@nestmark/contract/collections'
import { getLink, listCollectionLinks } from '@nestmark/contract/links/links'
import type { Input, Operation, Output, Parsed } from '@nestmark/contract/operation'
import * as z from 'zod/mini'
import { Refused } from '../../access/refuse.ts'
import type { CompanyPageRequest } from '../../calls/companyPages.ts'
import type { Services } from '../../services.ts'
import { readAsVisitor } from '../links/readAsVisitor.ts'

type Place = Output<typeof getCollection>

/** What visitors may read, as they read it by the API: in reader threads, within the share of their address. */
export type Visitor = ReturnType<typeof createVisitor>

/** Returns the reads of a visitor. They return null for what is not public. */
export function createVisitor(services: Services, ip: string) {
  async function ask<Op extends Operation>(op: Op, input: Input<Op>): Promise<Output<Op> | null> {
    const parsed = z.safeParse(op.input, input)
    if (!parsed.success) return null
    try {
      return await readAsVisitor(services, op, parsed.data as Parsed<Op>, ip)
    } catch (error) {
      if (error instanceof Refused && hidden.has(error.code)) return null
      throw error
    }
  }
  return {
    readPlace: (folder_id: string) => ask(getCollection, { folder_id }),
    /** @param page from 1 */
    listInside: (folder_id: string, page = 1) =>
      ask(listSubcollections, { folder_id, sort: 'hand', order: 2, page }),
    listLinks: (input: Input<typeof listCollectionLinks>) => ask(listCollectionLinks, input),
    readLink: async (link_id: string) => (await ask(getLink, { link_id }))?.link ?? null,
  }
}

const hidden: ReadonlySet<string> = new Set([
  'collections.notFound',
  'collections.private',
  'links.notFound',
  'links.private',
])

/** Returns whether a collection is the top of a site, or below it. */
export const isInside = ({ folder, breadcrumb }: Place, { id }: CompanyPageRequest['site']): boolean =>
  folder._id === id || breadcrumb.some(each => each._id === id)
