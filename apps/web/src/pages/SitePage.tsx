import { useEffect } from 'react'
import { PageLoading } from '../ui/progress/PageLoading.tsx'

/** A page of the public site, which a link in the app leads to: the server has it as a separate document. */
export default function SitePage() {
  useEffect(() => location.reload(), [])
  return <PageLoading />
}
