import type { Link } from '@nestmark/contract/shapes'
import { toPlayable } from '../../../lib/media/playable.ts'
import { DocumentPoster } from '../pdf/DocumentPoster.tsx'
import { PicturePoster } from '../pictures/PicturePoster.tsx'
import { SoundPanel } from '../sound/SoundPanel.tsx'
import { VideoPoster } from './VideoPoster.tsx'

/** Shows the file of a link where its picture is: a picture, a video, a sound or a document. */
export default function LinkPlayer({ link }: { link: Link }) {
  switch (toPlayable(link)?.kind) {
    case 'picture':
      return <PicturePoster link={link} />
    case 'video':
      // Another link is another video.
      return <VideoPoster key={link._id} link={link} />
    case 'sound':
      return <SoundPanel link={link} />
    case 'document':
      return <DocumentPoster link={link} />
    default:
      return null
  }
}
