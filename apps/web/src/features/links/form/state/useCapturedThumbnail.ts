import type { updateLink } from '@nestmark/contract/links/links'
import type { Input } from '@nestmark/contract/operation'
import type { Link } from '@nestmark/contract/shapes'
import { useEffect, useRef, useState } from 'react'
import { Refusal } from '../../../../lib/api/client.ts'
import { ShownError } from '@nestmark/client/shownError'
import { toast } from '../../../../lib/toasts.ts'
import { StoredThumbnail, type ThumbnailChange } from '../../../../lib/uploads/files/storedThumbnail.ts'

type Edit = Input<typeof updateLink>

/** Returns whether a link has a stored video from which a picture can be captured. */
const hasVideo = ({ isFile, media }: Link): boolean =>
  isFile === 1 && media?.media_type.startsWith('video/') === true && media.state !== 'lost'

/**
 * Manages the picture that was captured from the stored video of a link. It becomes the thumbnail when the form is saved, and
 * is discarded with the form.
 * @param link the link of the form; undefined for a new one
 */
export function useCapturedThumbnail(link: Link | undefined) {
  const upload = useRef<StoredThumbnail | null>(null)
  const [url, setUrl] = useState('')
  const [sent, setSent] = useState<number>()
  useEffect(() => () => upload.current?.cancel(), [])

  const select = (picture: Blob | null) => {
    upload.current?.cancel()
    upload.current = picture && link ? new StoredThumbnail(picture, link) : null
    setUrl(upload.current?.url ?? '')
  }
  const send = async (thumbnail: StoredThumbnail): Promise<ThumbnailChange> => {
    setSent(0)
    try {
      return await thumbnail.send(setSent)
    } finally {
      setSent(undefined)
    }
  }
  /** Sends an edit of the link: with the picture, once the server has it. Without one it is sent at once. */
  const addTo = (edit: Edit, sendEdit: (edit: Edit) => void, onRefused: (refusal: Refusal) => void): void => {
    if (!upload.current) return sendEdit(edit)
    send(upload.current).then(
      change => sendEdit({ ...edit, ...change }),
      (error: unknown) => {
        if (error instanceof Refusal) onRefused(error)
        else if (error instanceof ShownError) toast({ tone: 'danger', title: error.message })
        // Otherwise the form was closed, or another picture was captured.
      },
    )
  }
  return {
    /** The link whose video can be captured; undefined where there is none. */
    video: link && hasVideo(link) ? link : undefined,
    /** The address of the captured picture; '' without one. */
    url,
    /** The part that was sent, from 0 to 1; undefined while nothing is sent. */
    sent,
    select,
    addTo,
    /** Records that the link was saved with the picture. */
    claim: () => upload.current?.claim(),
  }
}

export type CapturedThumbnail = ReturnType<typeof useCapturedThumbnail>
