import * as contract from '@nestmark/contract/pdf'
import { implement, type Route } from '../../http/implement.ts'
import { urlToPdf } from './urlToPdf.ts'

export const pdfRoutes: readonly Route[] = [implement(contract.urlToPdf, urlToPdf)]
