import { createContext } from 'react'

/** The id of the collection of the page, where it has a key: its links in plain text have a mark. Null elsewhere. */
export const EncryptedPlaceContext = createContext<string | null>(null)
