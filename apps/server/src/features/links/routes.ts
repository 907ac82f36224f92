import { isHeavyLinkPage } from '../../calls/heavyPage.ts'
import { type Route, route } from '../../calls/route.ts'
import { findSaved, oneClickSave, saveLink, saveLinks } from './saving/saveLinks.ts'
import { deleteNote, getNote, saveNote } from './words/linkNote.ts'
import { favouriteLink, favouriteLinks, moveLinks, tagLinks, trashLinks } from './sets/linkActions.ts'
import {
  listDashboardLinks,
  listCollectionLinks,
  refreshCollectionLinks,
  listFavouriteLinks,
} from './lists/linkLists.ts'
import { reorderLinks } from './lists/reorderLinks.ts'
import { getLink, visitLink } from './getLink.ts'
import { proxyThumbnail, scrapeLink } from './filling/scrapeLink.ts'
import { updateLink } from './saving/updateLink.ts'

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
