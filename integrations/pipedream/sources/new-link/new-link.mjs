import { links } from '../../common/kinds.mjs'
import { createPollingSource } from '../../common/sources.mjs'

export default {
  ...createPollingSource(links),
  key: 'nestmark-new-link',
  name: 'New Link',
  description: 'Emit new event when a link is saved, by asking at intervals. A key of scope read is enough.',
  version: '1.0.0',
  type: 'source',
  dedupe: 'unique',
}
