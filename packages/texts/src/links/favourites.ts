/** Favourites, collections and links. */
export const favouritesTexts = {
  title: 'Favourites',
  tabs: 'Favourites',
  collections: 'Collections',
  links: 'Links',
  noCollections: 'No favourite collections found',
  noLinks: 'No favourite links found',
  noCollectionsLine: 'Star a collection to see it here.',
  noLinksLine: 'Star a link to see it here.',
  remove: (name: string) => `Remove ${name} from favourites`,
  failed: 'Couldn’t load your favourites',
}
