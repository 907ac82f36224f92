import { keepShell } from '../lib/serviceWorker.ts'
import { sayNewBuild } from './newBuild.ts'

keepShell(sayNewBuild)
