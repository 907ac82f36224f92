import * as noteContract from '@nestmark/contract/linkNote'
import * as orderContract from '@nestmark/contract/linkOrder'
import * as contract from '@nestmark/contract/links'
import * as scrapeContract from '@nestmark/contract/scrape'
import * as shareContract from '@nestmark/contract/share'
import { isHeavyLinkPage } from '../../calls/heavyPage.ts'
import { implement, implementOpen, type Route } from '../../calls/route.ts'
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
  implement(contract.saveLink, saveLink),
  implement(contract.saveLinks, saveLinks),
  implement(contract.oneClickSave, oneClickSave),
  implement(contract.updateLink, updateLink),
  implement(contract.moveLinks, moveLinks),
  implement(orderContract.reorderLinks, reorderLinks),
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
  implement(scrapeContract.proxyThumbnail, proxyThumbnail),
  implementOpen(scrapeContract.scrapeLink, scrapeLink),
  implementOpen(contract.getLink, getLink),
  implementOpen(shareContract.visitLink, (call, input) => visitLink({ ...call, actor: null }, input)),
  implementOpen(contract.listCollectionLinks, listCollectionLinks, { heavy: isHeavyLinkPage }),
  implementOpen(contract.refreshCollectionLinks, refreshCollectionLinks, { heavy: isHeavyLinkPage }),
]
