import { toast } from '../toasts.ts'
import { formatError } from './client.ts'

/** Shows an error in a toast. */
export const showError = (error: unknown): void => void toast({ tone: 'danger', title: formatError(error) })
