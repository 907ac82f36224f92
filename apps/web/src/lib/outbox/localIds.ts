import { createLocalIds } from '@nestmark/client/outbox/localIds'
import { queue } from './queue.ts'

/** The IDs that the server has returned to this page in place of temporary ones. */
export const localIds = createLocalIds(queue)
export const { replaceLocalIds } = localIds
