import { formatError, type Refusal } from '../../../../lib/api/client.ts'
import type { FieldErrors } from './linkFormValues.ts'

/** A refusal that belongs to no field. */
export interface SaveError {
  message: string
  /** A retry without a change may succeed. */
  canRetry: boolean
  offline: boolean
  /** The plan is the reason. */
  upgrade?: boolean
}

/** Returns the error of a refusal that belongs to no field. */
export function toSaveError(refusal: Refusal): SaveError {
  const { status } = refusal
  return {
    message: formatError(refusal),
    canRetry: status === 0 || status === 429 || status >= 500,
    offline: status === 0 && !navigator.onLine,
  }
}

const fieldsByPath: Record<string, keyof FieldErrors> = {
  link: 'link',
  name: 'name',
  desc: 'desc',
  tags: 'tags',
  check_list: 'items',
  parent: 'parent',
}

/** Returns the errors of a refusal by field. */
export function toFieldErrors(refusal: Refusal): FieldErrors {
  const { fields, code } = refusal
  const message = formatError(refusal)
  const errors: FieldErrors = {}
  for (const field of fields) {
    const name = fieldsByPath[field.path.split('.')[0] ?? '']
    if (name) errors[name] = field.message
  }
  if (fields.length === 0 && code.startsWith('collections.')) errors.parent = message
  if (fields.length === 0 && code.startsWith('tags.')) errors.tags = message
  return errors
}
