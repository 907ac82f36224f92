import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The tables of Firefox 153 that have bookmarks, and its roots. */
const tables = `
  create table moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, visit_count INTEGER DEFAULT 0,
    guid TEXT, foreign_count INTEGER DEFAULT 0 NOT NULL, url_hash INTEGER DEFAULT 0 NOT NULL, description TEXT);
  create table moz_bookmarks (id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER DEFAULT NULL, parent INTEGER,
    position INTEGER, title LONGVARCHAR, keyword_id INTEGER, folder_type TEXT, dateAdded INTEGER, lastModified INTEGER,
    guid TEXT, syncStatus INTEGER NOT NULL DEFAULT 0, syncChangeCounter INTEGER NOT NULL DEFAULT 1);
  create table moz_keywords (id INTEGER PRIMARY KEY AUTOINCREMENT, keyword TEXT UNIQUE, place_id INTEGER, post_data TEXT);
  insert into moz_bookmarks (id, type, parent, position, title, guid) values
    (1, 2, 0, 0, '', 'root________'), (2, 2, 1, 0, 'menu', 'menu________'), (3, 2, 1, 1, 'toolbar', 'toolbar_____'),
    (4, 2, 1, 2, 'tags', 'tags________'), (5, 2, 1, 3, 'unfiled', 'unfiled_____'), (6, 2, 1, 4, 'mobile', 'mobile______');`

/**
 * Returns the bytes of a database.
 * @param sql its content; in a `places.sqlite`, bookmarks after the tables and the roots
 */
export function databaseFile(sql: string, isPlaces = true): Uint8Array<ArrayBuffer> {
  const folder = mkdtempSync(join(tmpdir(), 'places-test-'))
  try {
    const file = join(folder, 'places.sqlite')
    const database = new DatabaseSync(file)
    // As Firefox: the bytes say that there is a log, which is not copied.
    database.exec(`PRAGMA page_size = 32768; PRAGMA journal_mode = WAL; ${isPlaces ? tables : ''} ${sql}`)
    database.close()
    return new Uint8Array(readFileSync(file))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A folder with a link that has two tags, a keyword and dates; a separator; a search; a note without a folder. */
export const somePlaces = `
  insert into moz_places (id, url) values (1, 'https://bread.example/'), (2, 'place:sort=8'), (3, 'https://turf.example/'),
    (4, 'https://visited.example/'), (5, 'https://only-tagged.example/');
  insert into moz_keywords (keyword, place_id) values ('b', 1);
  insert into moz_bookmarks (id, type, fk, parent, position, title, dateAdded, lastModified, guid) values
    (10, 2, null, 3, 0, 'Kitchen', 1600000000000000, 1600000000000000, 'a'),
    (11, 1, 1, 10, 1, 'Bread', 1600000001000000, 1600000002000000, 'b'),
    (12, 3, null, 10, 0, null, 0, 0, 'c'),
    (13, 1, 2, 2, 0, 'Recent', 0, 0, 'd'),
    (14, 1, 3, 5, 0, 'Turf', 0, 0, 'e'),
    (20, 2, null, 4, 0, 'food', 0, 0, 'f'), (21, 2, null, 4, 1, 'two words', 0, 0, 'g'),
    (22, 1, 1, 20, 0, null, 0, 0, 'h'), (23, 1, 1, 21, 0, null, 0, 0, 'i'), (24, 1, 5, 20, 1, null, 0, 0, 'j');`
