import { UploadFilesButton } from '../../features/files/UploadFilesButton.tsx'
import LinkForm from '../../features/links/form/LinkForm.tsx'
import type { AddedLink } from '../../features/links/form/state/useLinkFormStart.ts'

/** Adds a link, or several files. */
export default function AddLink(props: AddedLink & { onClose: () => void }) {
  return <LinkForm {...props} uploadButton={<UploadFilesButton onUpload={props.onClose} />} />
}
