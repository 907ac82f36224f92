import type { Migration } from './migration.ts'

/** The second factor: TOTP secrets, recovery codes, and sign-ins that await either. */
export const migration: Migration = {
  name: '011-twoFactor',
  statements: ({ int }) => [
    // `sealed` is the TOTP secret, encrypted with SECRET. `last_step` is the time step of the last accepted
    // code.
    `create table two_factor (
      user_id text primary key references "user"(id) on delete cascade,
      sealed text not null,
      confirmed_at ${int},
      last_step ${int} not null default 0,
      failed ${int} not null default 0,
      locked_until ${int} not null default 0
    )`,
    `create table recovery_codes (
      code_hash text primary key,
      user_id text not null references "user"(id) on delete cascade
    )`,
    `create index recovery_codes_of_user on recovery_codes (user_id)`,
    `create table sign_in_challenges (
      token_hash text primary key,
      user_id text not null references "user"(id) on delete cascade,
      tries ${int} not null default 0,
      expires_at ${int} not null
    )`,
    `create index sign_in_challenges_of_user on sign_in_challenges (user_id)`,
  ],
}
