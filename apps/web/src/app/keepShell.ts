import { cacheShell } from '../lib/serviceWorker.ts'
import { sayNewBuild } from './newBuild.ts'

cacheShell(sayNewBuild)
