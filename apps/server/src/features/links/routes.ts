import * as noteContract from '@nestmark/contract/linkNote'
import * as contract from '@nestmark/contract/links'
import { isHeavyLinkPage } from '../../http/heavyPage.ts'
import { implement, implementOpen, type Route } from '../../http/implement.ts'
import { updateLink } from './updateLink.ts'
import { findSaved } from './findSaved.ts'
import { deleteNote, getNote, saveNote } from './linkNote.ts'
import { favouriteLink, favouriteLinks, moveLinks, tagLinks, trashLinks } from './moveLinks.ts'
import { listDashboardLinks, listFavouriteLinks, listCollectionLinks, getLink } from './readLinks.ts'
import { proxyThumbnail, scrapeLink } from './scrapeLink.ts'
import { oneClickSave, saveLink, saveLinks } from './saveLink.ts'

export const linkRoutes: readonly Route[] = [
  implement(contract.saveLink, saveLink),
  implement(contract.saveLinks, saveLinks),
  implement(contract.oneClickSave, oneClickSave),
  implement(contract.updateLink, updateLink),
  implement(contract.moveLinks, moveLinks),
  implement(contract.trashLinks, trashLinks),
  implement(contract.tagLinks, tagLinks),
  implement(contract.favouriteLinks, favouriteLinks),
  implement(contract.favouriteLink, favouriteLink),
  implement(contract.findSaved, findSaved, { isOwn: true }),
  implement(noteContract.getNote, getNote),
  implement(noteContract.saveNote, saveNote),
  implement(noteContract.deleteNote, deleteNote),
  implement(contract.listDashboardLinks, listDashboardLinks, { heavy: isHeavyLinkPage }),
  implement(contract.listFavouriteLinks, listFavouriteLinks, { heavy: true, isOwn: true }),
  implement(contract.proxyThumbnail, proxyThumbnail),
  implementOpen(contract.scrapeLink, scrapeLink),
  implementOpen(contract.getLink, getLink),
  implementOpen(contract.listCollectionLinks, listCollectionLinks, { heavy: isHeavyLinkPage }),
]
