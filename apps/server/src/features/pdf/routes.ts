import { type Route, route } from '../../calls/route.ts'
import { dropCapture, keepCapture } from './captures.ts'
import { urlToPdf } from './urlToPdf.ts'

export const pdfRoutes: readonly Route[] = [route(urlToPdf), route(keepCapture), route(dropCapture)]
