import { highlights } from '../../common/kinds.mjs'
import { createInstantSource } from '../../common/sources.mjs'

export default {
  ...createInstantSource(highlights),
  key: 'nestmark-new-highlight-instant',
  name: 'New Highlight (Instant)',
  description: 'Emit new event when you highlight something, by a webhook.',
  version: '1.0.0',
  type: 'source',
  dedupe: 'unique',
}
