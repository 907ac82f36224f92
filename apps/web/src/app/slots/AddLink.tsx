import { UploadFilesButton } from '../../features/files/UploadFilesButton.tsx'
import LinkForm from '../../features/links/form/LinkForm.tsx'
import type { Overlays } from '../../lib/overlay.ts'

/** Adds a link, or several files. */
export default function AddLink(props: Overlays['addLink'] & { onClose: () => void }) {
  return <LinkForm {...props} uploadButton={<UploadFilesButton onUpload={props.onClose} />} />
}
