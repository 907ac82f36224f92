import { isHeavyLinkPage } from '../../calls/heavyPage.ts'
import { type Route, route } from '../../calls/route.ts'
import { findSaved } from './saving/findSaved.ts'
import { deleteNote, getNote, saveNote } from './words/linkNote.ts'
import { favouriteLink } from './sets/favouriteLink.ts'
import { favouriteLinks } from './sets/favouriteLinks.ts'
import { moveLinks } from './sets/moveLinks.ts'
import { tagLinks } from './sets/tagLinks.ts'
import { trashLinks } from './sets/trashLinks.ts'
import { listDashboardLinks } from './lists/listDashboardLinks.ts'
import { listFavouriteLinks } from './lists/listFavouriteLinks.ts'
import { listCollectionLinks } from './lists/listCollectionLinks.ts'
import { reorderLinks } from './lists/reorderLinks.ts'
import { refreshCollectionLinks } from './lists/refreshCollectionLinks.ts'
import { getLink } from './getLink.ts'
import { proxyThumbnail } from './filling/proxyThumbnail.ts'
import { scrapeLink } from './filling/scrapeLink.ts'
import { oneClickSave } from './saving/oneClickSave.ts'
import { saveLink } from './saving/saveLink.ts'
import { saveLinks } from './saving/saveLinks.ts'
import { updateLink } from './saving/updateLink.ts'
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
