import { type Route, route } from '../../calls/route.ts'
import { addFeed } from './addFeed.ts'
import { deleteFeed } from './deleteFeed.ts'
import { findFeeds } from './findFeeds.ts'
import { listFeeds } from './listFeeds.ts'
import { readFeed } from './readFeed.ts'
import { updateFeed } from './updateFeed.ts'

export const feedRoutes: readonly Route[] = [
  route(findFeeds),
  route(addFeed),
  route(listFeeds),
  route(updateFeed),
  route(deleteFeed),
  route(readFeed),
]
