import { useEffect } from 'react'
import { useNavigate } from '../../lib/router/location.ts'
import { wantImport } from './wanted.ts'

/** Leads to the page of the import, from parts of the page that cannot navigate. It shows nothing itself. */
export default function OpenImport({
  parent,
  file,
  onClose,
}: {
  parent?: string
  file?: File
  onClose: () => void
}) {
  const navigate = useNavigate()
  useEffect(() => {
    if (parent !== undefined || file) wantImport({ parent, file })
    onClose()
    void navigate('/settings/import')
  }, [navigate, onClose, parent, file])
  return null
}
