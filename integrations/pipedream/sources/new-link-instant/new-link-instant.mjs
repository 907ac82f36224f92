import { links } from '../../common/kinds.mjs'
import { createInstantSource } from '../../common/sources.mjs'

export default {
  ...createInstantSource(links),
  key: 'nestmark-new-link-instant',
  name: 'New Link (Instant)',
  description: 'Emit new event when a link is saved, by a webhook.',
  version: '1.0.0',
  type: 'source',
  dedupe: 'unique',
}
