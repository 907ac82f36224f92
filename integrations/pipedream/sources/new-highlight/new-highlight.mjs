import { highlights } from '../../common/kinds.mjs'
import { createPollingSource } from '../../common/sources.mjs'

export default {
  ...createPollingSource(highlights),
  key: 'nestmark-new-highlight',
  name: 'New Highlight',
  description:
    'Emit new event when you highlight something, by asking at intervals. A key of scope read is enough.',
  version: '1.0.0',
  type: 'source',
  dedupe: 'unique',
}
