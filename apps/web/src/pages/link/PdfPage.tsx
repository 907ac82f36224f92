import { lazy, Suspense } from 'react'
import { Navigate, useParams } from '../../lib/router/routes.tsx'
import { cleanId } from '../../lib/addresses.ts'
import { toPlayable } from '../../lib/media/playable.ts'
import { PageLoading } from '../../ui/progress/PageLoading.tsx'
import { LinkWindow } from './LinkWindow.tsx'

const PdfView = lazy(() => import('./HighlightedPdf.tsx'))

/** /l/{id}/pdf: the PDF file of a link over the entire window. */
export default function PdfPage() {
  const id = cleanId(useParams().id)
  return (
    <LinkWindow id={id}>
      {(link, close) =>
        toPlayable(link)?.kind === 'document' ? (
          <Suspense fallback={<PageLoading />}>
            <PdfView link={link} onClose={close} />
          </Suspense>
        ) : (
          <Navigate to={`/l/${id}`} />
        )
      }
    </LinkWindow>
  )
}
