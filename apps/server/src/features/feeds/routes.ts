import * as contract from '@nestmark/contract/feeds'
import { implement, type Route } from '../../calls/route.ts'
import { addFeed } from './addFeed.ts'
import { deleteFeed } from './deleteFeed.ts'
import { findFeeds } from './findFeeds.ts'
import { listFeeds } from './listFeeds.ts'
import { readFeed } from './readFeed.ts'
import { updateFeed } from './updateFeed.ts'

export const feedRoutes: readonly Route[] = [
  implement(contract.findFeeds, findFeeds),
  implement(contract.addFeed, addFeed),
  implement(contract.listFeeds, listFeeds),
  implement(contract.updateFeed, updateFeed),
  implement(contract.deleteFeed, deleteFeed),
  implement(contract.readFeed, readFeed),
]
