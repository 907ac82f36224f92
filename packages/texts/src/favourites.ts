/** Favourites, collections and links. */
export const favouritesTexts = {
  title: 'Favourites',
  tabs: 'Favourites',
  collections: 'Collections',
  links: 'Links',
  noCollections: 'No favourite collections found',
  noLinks: 'No favourite links found',
  noCollectionsLine: 'The star on a collection keeps it here.',
  noLinksLine: 'The star on a link keeps it here.',
  remove: (name: string) => `Remove ${name} from favourites`,
  failed: 'Your favourites could not be read',
}
