/** The form of a collection. */
export const collectionFormTexts = {
  add: 'Create New Collection',
  edit: 'Edit Collection',
  name: 'Collection Name',
  description: 'Description',
  inside: 'Parent collection',
  left: (n: number) => `${n} character(s) left`,
  nameRequired: 'Collection Name is required',
  save: 'Save',
  update: 'Update',
  open: 'Open',
}
