/* schema.h - the schema of SQLite and PostgreSQL, as one list of migrations.
 *
 * Migration i changes schema version i to i + 1. The two databases use the same SQL except for five words:
 *
 *     ID          type of an id; ids are compared byte by byte
 *     BYTES       type of binary data
 *     ENTRY       type of an entry's text, which may contain any byte except NUL
 *     CLUSTERED   ends the definition of a table whose rows are stored in the order of the primary key
 *     UPDATED     the same, for a table whose rows are often updated
 *
 * Never change a migration that has been released. Append a new one. CONTRIBUTING.md has the checklist. */
#pragma once

/* Indexes of heads are partial, because most tables appear in no list. A row of `members` repeats when its game ended,
 * so that listing a guest's games does not become slower with every finished game. Foreign keys delete a guest's own
 * rows together with the guest. */
#define STORE_MIGRATIONS(ID, BYTES, ENTRY, CLUSTERED, UPDATED)                                                         \
    "CREATE TABLE entries (table_id " ID " NOT NULL, number bigint NOT NULL, at_ms bigint NOT NULL,"                   \
    " entry " ENTRY " NOT NULL, checksum bigint NOT NULL, PRIMARY KEY (table_id, number))" CLUSTERED ";"               \
    "CREATE TABLE heads (table_id " ID " PRIMARY KEY NOT NULL, host text NOT NULL, guest0 text NOT NULL,"              \
    " guest1 text NOT NULL, guest2 text NOT NULL, guest3 text NOT NULL, guest4 text NOT NULL,"                         \
    " phase smallint NOT NULL, listed smallint NOT NULL, owe smallint NOT NULL, number bigint NOT NULL,"               \
    " due_ms bigint NOT NULL, changed_ms bigint NOT NULL, about text NOT NULL, over_ms bigint NOT NULL,"               \
    " origin text NOT NULL, kept bigint NOT NULL, marked_ms bigint NOT NULL)" UPDATED ";"                              \
    "CREATE INDEX heads_listed ON heads (changed_ms) WHERE listed = 1 AND phase < 2;"                                  \
    "CREATE INDEX heads_due ON heads (due_ms, table_id) WHERE due_ms > 0;"                                             \
    "CREATE INDEX heads_origin ON heads (origin) WHERE listed = 1 AND phase < 2;"                                      \
    "CREATE TABLE members (guest " ID " NOT NULL, table_id " ID " NOT NULL, ended_ms bigint NOT NULL,"                 \
    " PRIMARY KEY (guest, table_id))" CLUSTERED ";"                                                                    \
    "CREATE INDEX members_table ON members (table_id);"                                                                \
    "CREATE INDEX members_ended ON members (guest, ended_ms DESC, table_id);"                                          \
    "CREATE TABLE guests (guest " ID " PRIMARY KEY NOT NULL, name text NOT NULL, made_ms bigint NOT NULL,"             \
    " seen_ms bigint NOT NULL, marked_ms bigint NOT NULL, kind smallint NOT NULL DEFAULT 0,"                           \
    " skeleton text NOT NULL DEFAULT '', profile text NOT NULL DEFAULT '',"                                            \
    " owner " ID " REFERENCES guests ON DELETE CASCADE)" CLUSTERED ";"                                                 \
    "CREATE UNIQUE INDEX guests_skeleton ON guests (skeleton) WHERE skeleton <> '';"                                   \
    "CREATE INDEX guests_owner ON guests (owner) WHERE owner IS NOT NULL;"                                             \
    "CREATE INDEX guests_seen ON guests (seen_ms) WHERE marked_ms = 0;"                                                \
    "CREATE INDEX guests_marked ON guests (marked_ms) WHERE marked_ms > 0;"                                            \
    "CREATE TABLE devices (device " ID " PRIMARY KEY NOT NULL,"                                                        \
    " guest " ID " NOT NULL REFERENCES guests ON DELETE CASCADE, token_hash " BYTES " NOT NULL UNIQUE,"                \
    " name text NOT NULL, scopes bigint NOT NULL, made_ms bigint NOT NULL, seen_ms bigint NOT NULL)" CLUSTERED ";"     \
    "CREATE INDEX devices_guest ON devices (guest);"                                                                   \
    "CREATE TABLE passkeys (credential " BYTES " PRIMARY KEY NOT NULL,"                                                \
    " guest " ID " NOT NULL REFERENCES guests ON DELETE CASCADE, public_key " BYTES " NOT NULL,"                       \
    " counter bigint NOT NULL, name text NOT NULL, made_ms bigint NOT NULL, used_ms bigint NOT NULL)" CLUSTERED ";"    \
    "CREATE INDEX passkeys_guest ON passkeys (guest);"                                                                 \
    "CREATE TABLE secrets (hash " BYTES " PRIMARY KEY NOT NULL, kind smallint NOT NULL,"                               \
    " guest " ID " REFERENCES guests ON DELETE CASCADE, data text NOT NULL, expires_ms bigint NOT NULL)" CLUSTERED ";" \
    "CREATE INDEX secrets_guest ON secrets (guest, kind);"                                                             \
    "CREATE INDEX secrets_expire ON secrets (expires_ms) WHERE expires_ms > 0;"                                        \
    "CREATE TABLE plans (table_id " ID " NOT NULL REFERENCES heads ON DELETE CASCADE,"                                 \
    " guest " ID " NOT NULL REFERENCES guests ON DELETE CASCADE, round bigint NOT NULL, plan text NOT NULL,"           \
    " PRIMARY KEY (table_id, guest))" CLUSTERED ";"                                                                    \
    "CREATE INDEX plans_guest ON plans (guest);"                                                                       \
    "CREATE TABLE channels (channel " ID " PRIMARY KEY NOT NULL,"                                                      \
    " guest " ID " NOT NULL REFERENCES guests ON DELETE CASCADE, kind smallint NOT NULL, address text NOT NULL,"       \
    " push_key text NOT NULL, games bigint NOT NULL, language text NOT NULL, origin text NOT NULL,"                    \
    " made_ms bigint NOT NULL, confirmed bigint NOT NULL, sent_ms bigint NOT NULL DEFAULT 0,"                          \
    " UNIQUE (guest, kind, address))" CLUSTERED ";"                                                                    \
    "CREATE TABLE outbox (channel " ID " NOT NULL REFERENCES channels ON DELETE CASCADE,"                              \
    " table_id " ID " NOT NULL REFERENCES heads ON DELETE CASCADE, due_ms bigint NOT NULL, state bigint NOT NULL,"     \
    " tries bigint NOT NULL, claim bigint NOT NULL, claimed_ms bigint NOT NULL, fault text NOT NULL,"                  \
    " warn_ms bigint NOT NULL DEFAULT 0, PRIMARY KEY (channel, table_id))" CLUSTERED ";"                               \
    "CREATE INDEX outbox_table ON outbox (table_id);"                                                                  \
    "CREATE INDEX outbox_due ON outbox (due_ms) WHERE state = 0;"                                                      \
    "CREATE INDEX outbox_claim ON outbox (claim) WHERE state = 1;"                                                     \
    "CREATE TABLE rated_games (table_id " ID " PRIMARY KEY NOT NULL, mode smallint NOT NULL,"                          \
    " ended_ms bigint NOT NULL, repetition bigint NOT NULL, seats text NOT NULL, people text NOT NULL)" CLUSTERED ";"  \
    "CREATE INDEX rated_games_people ON rated_games (people, ended_ms);"                                               \
    "CREATE INDEX rated_games_ended ON rated_games (ended_ms, table_id);"                                              \
    "CREATE TABLE ratings (guest " ID " NOT NULL REFERENCES guests ON DELETE CASCADE, mode smallint NOT NULL,"         \
    " number bigint NOT NULL, skill bigint NOT NULL, variance bigint NOT NULL, table_id " ID " NOT NULL,"              \
    " ended_ms bigint NOT NULL, abandoned bigint NOT NULL DEFAULT 0, PRIMARY KEY (guest, mode, number))" CLUSTERED ";" \
    "CREATE INDEX ratings_abandoned ON ratings (guest, ended_ms) WHERE abandoned = 1;"                                 \
    "CREATE TABLE blocks (guest " ID " NOT NULL REFERENCES guests ON DELETE CASCADE,"                                  \
    " other " ID " NOT NULL REFERENCES guests ON DELETE CASCADE, kind bigint NOT NULL, made_ms bigint NOT NULL,"       \
    " PRIMARY KEY (guest, other))" CLUSTERED ";"                                                                       \
    "CREATE INDEX blocks_other ON blocks (other);"                                                                     \
    "CREATE TABLE reports (guest " ID " NOT NULL REFERENCES guests ON DELETE CASCADE, made_ms bigint NOT NULL,"        \
    " other " ID " NOT NULL, table_id " ID " NOT NULL, text text NOT NULL, entry bigint NOT NULL,"                     \
    " PRIMARY KEY (guest, made_ms))" CLUSTERED ";"                                                                     \
    "CREATE TABLE imports (guest " ID " NOT NULL REFERENCES guests ON DELETE CASCADE, source text NOT NULL,"           \
    " results text NOT NULL, made_ms bigint NOT NULL, PRIMARY KEY (guest, source))" CLUSTERED ";"                      \
    "CREATE TABLE seeks (guest " ID " PRIMARY KEY NOT NULL REFERENCES guests ON DELETE CASCADE, id text NOT NULL,"     \
    " process bigint NOT NULL, terms text NOT NULL, made_ms bigint NOT NULL, expires_ms bigint NOT NULL,"              \
    " table_id " ID " NOT NULL DEFAULT '')" UPDATED ";"                                                                \
    "CREATE INDEX seeks_made ON seeks (made_ms, guest);"                                                               \
    "CREATE TABLE deals (deal " ID " PRIMARY KEY NOT NULL, secret " BYTES " NOT NULL)" CLUSTERED ";"                   \
    "CREATE TABLE results (deal " ID " NOT NULL, guest " ID " NOT NULL REFERENCES guests ON DELETE CASCADE,"           \
    " table_id " ID " NOT NULL, score bigint NOT NULL, place bigint NOT NULL, parts bigint NOT NULL,"                  \
    " coins bigint NOT NULL, rounds bigint NOT NULL, PRIMARY KEY (deal, guest))" CLUSTERED ";"                         \
    "CREATE INDEX results_guest ON results (guest);"                                                                   \
    "CREATE TABLE shares (share " ID " PRIMARY KEY NOT NULL,"                                                          \
    " table_id " ID " NOT NULL UNIQUE REFERENCES heads ON DELETE CASCADE)" CLUSTERED ";"                               \
    "CREATE TABLE clock (at_ms bigint NOT NULL); INSERT INTO clock VALUES (0);"
