import { type Route, route } from '../../calls/route.ts'
import { dropCapture, keepCapture, urlToPdf } from './captures.ts'

export const pdfRoutes: readonly Route[] = [route(urlToPdf), route(keepCapture), route(dropCapture)]
