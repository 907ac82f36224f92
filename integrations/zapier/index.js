import packageJson from './package.json' with { type: 'json' }
import { authentication } from './authentication.js'
import { saveLink } from './creates/saveLink.js'
import { collections } from './triggers/collections.js'
import { newHighlight, newHighlightByPolling } from './triggers/newHighlight.js'
import { newLink, newLinkByPolling } from './triggers/newLink.js'

const byKey = definitions => Object.fromEntries(definitions.map(each => [each.key, each]))

/** The Zapier integration. It imports no package: the tests of Nestmark run it as it is. */
export default {
  version: packageJson.version,
  platformVersion: packageJson.dependencies['zapier-platform-core'],
  // Texts may contain '{{', and an empty field of an action means that it is left out.
  flags: { cleanInputData: false },
  authentication,
  triggers: byKey([newLink, newLinkByPolling, newHighlight, newHighlightByPolling, collections]),
  creates: byKey([saveLink]),
}
