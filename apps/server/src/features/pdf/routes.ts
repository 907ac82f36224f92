import { type Route, route } from '../../calls/route.ts'
import { dropCapture } from './dropCapture.ts'
import { keepCapture } from './keepCapture.ts'
import { urlToPdf } from './urlToPdf.ts'

export const pdfRoutes: readonly Route[] = [route(urlToPdf), route(keepCapture), route(dropCapture)]
