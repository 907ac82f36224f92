/** The choice of a collection, filled by the hidden trigger `collections`. */
export const collectionField = helpText => ({
  key: 'collection',
  label: 'Collection',
  type: 'string',
  required: false,
  dynamic: 'collections.id.name',
  helpText,
})
