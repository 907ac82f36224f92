import { isHeavyLinkPage } from '../../calls/heavyPage.ts'
import { type Route, route } from '../../calls/route.ts'
import { findSaved } from './findSaved.ts'
import { deleteNote, getNote, saveNote } from './linkNote.ts'
import { favouriteLink } from './favouriteLink.ts'
import { favouriteLinks } from './favouriteLinks.ts'
import { moveLinks } from './moveLinks.ts'
import { tagLinks } from './tagLinks.ts'
import { trashLinks } from './trashLinks.ts'
import { listDashboardLinks } from './listDashboardLinks.ts'
import { listFavouriteLinks } from './listFavouriteLinks.ts'
import { listCollectionLinks } from './listCollectionLinks.ts'
import { reorderLinks } from './reorderLinks.ts'
import { refreshCollectionLinks } from './refreshCollectionLinks.ts'
import { getLink } from './getLink.ts'
import { proxyThumbnail } from './proxyThumbnail.ts'
import { scrapeLink } from './scrapeLink.ts'
import { oneClickSave } from './oneClickSave.ts'
import { saveLink } from './saveLink.ts'
import { saveLinks } from './saveLinks.ts'
import { updateLink } from './updateLink.ts'
import { visitLink } from './visitLink.ts'

export const linkRoutes: readonly Route[] = [
  route(saveLink),
  route(saveLinks),
  route(oneClickSave),
  route(updateLink),
  route(moveLinks),
  route(reorderLinks),
  route(trashLinks),
  route(tagLinks),
  route(favouriteLinks),
  route(favouriteLink),
  route(findSaved, { isOwn: true }),
  route(getNote),
  route(saveNote),
  route(deleteNote),
  route(listDashboardLinks, { heavy: isHeavyLinkPage }),
  route(listFavouriteLinks, { heavy: true, isOwn: true }),
  route(proxyThumbnail),
  route(scrapeLink),
  route(getLink),
  route(visitLink),
  route(listCollectionLinks, { heavy: isHeavyLinkPage }),
  route(refreshCollectionLinks, { heavy: isHeavyLinkPage }),
]
