import { startServiceWorker } from '../lib/serviceWorker.ts'
import { handleNewBuild } from './newBuild.ts'

startServiceWorker(handleNewBuild)
