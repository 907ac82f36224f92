import { startServiceWorker } from '../lib/browser/serviceWorker.ts'
import { handleNewBuild } from './newBuild.ts'

startServiceWorker(handleNewBuild)
