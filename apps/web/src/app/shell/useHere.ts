import { useMatch } from 'react-router'
import { cleanId } from '../../lib/addresses.ts'

/** The collection on the page, into which new things go; undefined elsewhere. */
export function useHere(): string | undefined {
  const id = useMatch('/c/:id')?.params.id
  return id === undefined ? undefined : cleanId(id)
}
