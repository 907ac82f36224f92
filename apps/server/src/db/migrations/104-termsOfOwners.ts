import type { Migration } from './migration.ts'

/**
 * Begins each term of a link with its library, as SQLite has them since 103 (docs/adr/090). The terms of the owner and of the
 * category have no positions, and stay.
 */
export const migration: Migration = {
  name: '104-termsOfOwners',
  statements: () => [],
  postgres: [
    `update links set terms = (
      select string_agg(
        case when t.positions is null then quote_literal(t.lexeme)
          else quote_literal(rpad(substr(encode(convert_to(owner_id, 'UTF8'), 'hex'), 1, 6), 6, '0') || t.lexeme) || ':'
            || (select string_agg(position || weight, ',') from unnest(t.positions, t.weights) as at(position, weight))
        end, ' ')::tsvector
      from unnest(terms) t) where terms is not null`,
  ],
}
