import '../styles/site.css'
import { startFrame } from './frame.ts'
import { startPricing } from './pricing.ts'
import { startTrying } from './trying.ts'

startFrame()
startTrying()
startPricing()
