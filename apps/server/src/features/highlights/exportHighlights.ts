import * as contract from '@nestmark/contract/reading/highlights'
import { action } from '../../calls/action.ts'
import { FileReply } from '../../calls/replies.ts'
import type { CallWith } from '../../services.ts'

const files = {
  markdown: { name: 'nestmark-highlights.md', type: 'text/markdown; charset=utf-8' },
  csv: { name: 'nestmark-highlights.csv', type: 'text/csv; charset=utf-8' },
  json: { name: 'nestmark-highlights.json', type: 'application/json; charset=utf-8' },
} as const

/** Streams the caller's highlights as a file. A reader thread produces it; memory does not grow with the library. */
export const exportHighlights = action(
  contract.exportHighlights,
  async ({ actor, services: { readers } }: CallWith<'readers'>, { format }) => {
    const { personId, rootId } = actor
    const order = { file: 'highlights', format, ownerId: personId, rootId, readerId: personId }
    const { name, type } = files[format]
    return new FileReply(await readers.open(order, personId), name, type)
  },
)
