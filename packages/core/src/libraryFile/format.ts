/** The value of `format` in nestmark.json. */
export const libraryFormat = 'nestmark-library'
/** Grows when a field changes its meaning or goes. Fields may be added without it. */
export const libraryVersion = 1

/** Where a server serves the JSON Schema of nestmark.json. */
export const librarySchemaPath = `/api/nestmark-library-${libraryVersion}.schema.json`
