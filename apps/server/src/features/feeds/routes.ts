import { type Route, route } from '../../calls/route.ts'
import { addFeed, deleteFeed, findFeeds, listFeeds, readFeed, updateFeed } from './feeds.ts'

export const feedRoutes: readonly Route[] = [
  route(findFeeds),
  route(addFeed),
  route(listFeeds),
  route(updateFeed),
  route(deleteFeed),
  route(readFeed),
]
