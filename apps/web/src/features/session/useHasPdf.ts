import { isPdfAvailable } from '../../lib/media/pdf.ts'
import { useMe } from './data.ts'
import { isFree } from './plan.ts'

/** Returns true when the plan of the user has PDF files, and this server has no browser that makes them. */
export function useLacksBrowser(): boolean {
  const me = useMe()
  return me !== undefined && !isFree(me) && !isPdfAvailable()
}

/** Returns true when the user can download pages as PDF: the plan and the server decide. */
export function useHasPdf(): boolean {
  const me = useMe()
  return me !== undefined && !isFree(me) && isPdfAvailable()
}
