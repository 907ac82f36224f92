import { type Route, route } from '../../calls/route.ts'
import { addFeed, deleteFeed, findFeeds, listFeeds, readFeed } from './feeds.ts'
import { updateFeed } from './updateFeed.ts'

export const feedRoutes: readonly Route[] = [
  route(findFeeds),
  route(addFeed),
  route(listFeeds),
  route(updateFeed),
  route(deleteFeed),
  route(readFeed),
]
