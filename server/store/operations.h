/* operations.h - the operations of all stores as one table: each operation's SQL statement, its values and its answer.
 *
 * X(OPERATION, READS or WRITES, VALUES, ANSWER, SQL), where OPERATION is an enum store_op without STORE_.
 *
 * VALUES has one letter for each value of the statement: T text, N number, B bytes, E an entry's text. The values come
 * from job->values, or store_job_values (job.c) takes them from the job's other members. In the SQL they are called ?1,
 * ?2, ... For PostgreSQL this becomes $1, $2, ...
 *
 * ANSWER says what the rows mean (enum store_answer). A statement that only reports success returns one row.
 *
 * SQLite and PostgreSQL run the same SQL, except for seven macros, which each of them defines before it expands
 * STORE_OPERATIONS. SQL_APPEND, SQL_REWRITE, SQL_COMPACT, SQL_TABLE_DELETE and SQL_PLAN_SET write to several tables or
 * notify other processes. SQL_DATABASE_CLOCK is the database server's time. SQL_SKIP_LOCKED skips rows that another
 * process is about to claim. The store in memory uses SQLite. */
#pragma once

/* The columns follow the order of the members of struct store_head. */
#define SQL_HEAD_COLUMNS                                                                                               \
    "table_id, host, guest0, guest1, guest2, guest3, guest4, phase, listed, owe, number, due_ms, changed_ms, about, "  \
    "over_ms, origin, kept, marked_ms"
#define SQL_HEADS_WHERE "SELECT " SQL_HEAD_COLUMNS " FROM heads WHERE "
#define SQL_GUEST_COLUMNS "guest, guests.name, guests.made_ms, guests.seen_ms, marked_ms, kind, COALESCE(owner, ''), "
#define SQL_GUESTS_WHERE "SELECT " SQL_GUEST_COLUMNS "'', 0, 0, 0 FROM guests WHERE "
#define SQL_OLD_GUESTS " WHERE guest IN (SELECT guest FROM guests AS g WHERE "
#define SQL_NO_SEAT                                                                                                    \
    " AND NOT EXISTS (SELECT 1 FROM members WHERE members.guest = g.guest) AND g.kind = 0 AND NOT " SQL_IS_LASTING
/* The condition that guest g can sign in from another browser, with a passkey or a recovery code. */
#define SQL_IS_LASTING                                                                                                 \
    "(EXISTS (SELECT 1 FROM passkeys WHERE passkeys.guest = g.guest) OR "                                              \
    "EXISTS (SELECT 1 FROM secrets WHERE secrets.guest = g.guest AND secrets.kind = " SQL_RECOVERY "))"
#define SQL_RECOVERY "5" /* STORE_SECRET_RECOVERY */
/* The condition that a secret has not expired. A mail secret (kind 6) is valid for at most a day, all others for ten
 * minutes. Later expiry times are rejected, because a clock that was ahead wrote them. */
#define SQL_IS_VALID(now)                                                                                              \
    "(expires_ms = 0 OR (expires_ms > " now " AND expires_ms <= " now                                                  \
    " + CASE kind WHEN 6 THEN 86460000 ELSE 660000 END))"

/* Writes a head if the stored head's number is ?17, or if ?17 is 0 and there is no head. Otherwise returns no row. The
 * head serves as the lock: if two processes append to a table, one waits for the other to commit, and then finds a
 * different number. */
#define SQL_PUT_HEAD SQL_PUT_HEAD_IF("?17 = 0 OR EXISTS (SELECT 1 FROM heads WHERE table_id = ?1)")
#define SQL_PUT_HEAD_IF(condition)                                                                                     \
    "INSERT INTO heads (" SQL_HEAD_COLUMNS ") SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, "    \
    "?15, ?16, 0, 0 WHERE " condition " "                                                                              \
    "ON CONFLICT (table_id) DO UPDATE SET host = EXCLUDED.host, guest0 = EXCLUDED.guest0, guest1 = EXCLUDED.guest1, "  \
    "guest2 = EXCLUDED.guest2, guest3 = EXCLUDED.guest3, guest4 = EXCLUDED.guest4, phase = EXCLUDED.phase, "           \
    "listed = EXCLUDED.listed, owe = EXCLUDED.owe, number = EXCLUDED.number, due_ms = EXCLUDED.due_ms, "               \
    "changed_ms = EXCLUDED.changed_ms, about = EXCLUDED.about, over_ms = EXCLUDED.over_ms, marked_ms = 0 "             \
    "WHERE heads.number = ?17 RETURNING table_id, number"
#define SQL_PUT_HEAD_VALUES "TTTTTTTNNNNNNTNTN"

/* Stores a guest's plan if the table and the guest exist. */
#define SQL_PUT_PLAN                                                                                                   \
    "INSERT INTO plans (table_id, guest, round, plan) SELECT table_id, guest, ?3, ?4 FROM heads JOIN guests"           \
    " ON guest = ?2 WHERE table_id = ?1 ON CONFLICT (table_id, guest)"                                                 \
    " DO UPDATE SET round = EXCLUDED.round, plan = EXCLUDED.plan RETURNING table_id"

/* Parts of statements that add notices when a guest's turn begins. Values: ?1 table, ?2 guest, ?3 when the notice is
 * due, ?4 kind of game. */
#define SQL_NOTICE_COLUMNS "(channel, table_id, due_ms, state, tries, claim, claimed_ms, fault)"
#define SQL_NOTICE_AGAIN                                                                                               \
    " ON CONFLICT (channel, table_id) DO UPDATE SET due_ms = EXCLUDED.due_ms, state = 0, tries = 0, claim = 0, "       \
    "warn_ms = 0"

/* Ranks the players of deals. Of n results of a deal, n - rank - same + 1 are worse than a result that `same` players
 * share. A single player gets half of the points. The names of some players are shown: those whose page shows something
 * to everybody, and those with whom the guest ?1 has finished a game, unless their page is set to show nothing. No name
 * is shown if one of the two has blocked the other. */
#define SQL_DEAL_RANKING                                                                                               \
    "WITH ranked AS (SELECT r.*, count(*) OVER (PARTITION BY deal) AS n, "                                             \
    "rank() OVER (PARTITION BY deal ORDER BY score) AS better, count(*) OVER (PARTITION BY deal, score) AS same "      \
    "FROM results AS r WHERE deal >= ?2 AND deal <= ?3 "                                                               \
    "AND (deal < ?4 OR deal IN (SELECT deal FROM results WHERE guest = ?1))), "                                        \
    "total AS (SELECT guest, CAST(sum(CASE n WHEN 1 THEN 5000 ELSE "                                                   \
    "(2 * (n - better - same + 1) + same - 1) * 5000 / (n - 1) END) AS bigint) AS points, count(*) AS deals, "         \
    "max(place) AS place, max(parts) AS parts, max(coins) AS coins, max(rounds) AS rounds FROM ranked GROUP BY "       \
    "guest), "                                                                                                         \
    "placed AS (SELECT total.*, rank() OVER (ORDER BY points DESC) AS number, CASE WHEN guest = ?1 THEN 0 "            \
    "WHEN guest IN (SELECT b.guest FROM members AS a JOIN members AS b ON a.table_id = b.table_id "                    \
    "WHERE a.guest = ?1 AND a.ended_ms > 0) THEN 1 ELSE 2 END AS relation FROM total) "                                \
    "SELECT '' AS name, count(*) AS number, count(CASE relation WHEN 0 THEN 1 END) AS relation, 0 AS points, "         \
    "0 AS deals, 0 AS place, 0 AS parts, 0 AS coins, 0 AS rounds, 0 AS claimed FROM placed UNION ALL "                 \
    "SELECT * FROM (SELECT name, number, relation, points, deals, place, parts, coins, rounds, "                       \
    "CASE skeleton WHEN '' THEN 0 ELSE 1 END AS claimed FROM placed JOIN guests ON guests.guest = placed.guest "       \
    "WHERE relation = 0 OR (profile <> '{\"shows\":\"nothing\"}' AND (relation = 1 OR (profile <> '' AND skeleton <> " \
    "'')) "                                                                                                            \
    "AND NOT EXISTS (SELECT 1 FROM blocks WHERE kind = 2 AND ((blocks.guest = ?1 AND other = placed.guest) OR "        \
    "(blocks.guest = placed.guest AND other = ?1)))) "                                                                 \
    "ORDER BY relation < 2 DESC, number, name, placed.guest LIMIT ?5) AS seen"

/* The condition that a notice is due. A time more than an hour ahead also counts as due, because a wrong clock may have
 * written it. If such a time is correct after all, as for a warning, the app postpones the notice, by at most half an
 * hour at a time. */
#define SQL_IS_DUE(due, now) "(" due " <= " now " OR " due " > " now " + 3600000)"

#define STORE_OPERATIONS(X)                                                                                            \
    X(APPEND, WRITES, SQL_PUT_HEAD_VALUES, OR_CONFLICT, SQL_APPEND)                                                    \
    X(REWRITE, WRITES, SQL_PUT_HEAD_VALUES, OR_CONFLICT, SQL_REWRITE)                                                  \
    X(COMPACT, WRITES, "TNNEN", OR_CONFLICT, SQL_COMPACT)                                                              \
    X(TABLE_DELETE, WRITES, "TNN", DELETED, SQL_TABLE_DELETE)                                                          \
    X(TABLE_MARK, WRITES, "TNNN", OR_CONFLICT,                                                                         \
      "UPDATE heads SET marked_ms = ?3, changed_ms = CASE WHEN ?4 = 0 THEN changed_ms ELSE ?4 END "                    \
      "WHERE table_id = ?1 AND number = ?2 RETURNING 1")                                                               \
    X(PLAN_SET, WRITES, "TTNT", OR_NOT_FOUND, SQL_PLAN_SET)                                                            \
    X(PLANS, READS, "T", ROWS, "SELECT guest, round, plan FROM plans WHERE table_id = ?1 ORDER BY guest")              \
    X(RATINGS, READS, "TTTTTNTN", ROWS,                                                                                \
      "SELECT guest, number, skill, variance FROM ratings AS r WHERE guest IN (?1, ?2, ?3, ?4, ?5) AND mode = ?6 "     \
      "AND number = (SELECT max(number) FROM ratings WHERE guest = r.guest AND mode = ?6) "                            \
      "UNION ALL SELECT '', count(*), 0, 0 FROM rated_games WHERE people = ?7 AND ended_ms > ?8 "                      \
      "AND ended_ms <= ?8 + 90000000 ORDER BY guest")                                                                  \
    X(RATING_CURVE, READS, "TNN", ROWS,                                                                                \
      "SELECT number, skill, variance, table_id, ended_ms FROM ratings WHERE guest = ?1 AND mode = ?2 "                \
      "ORDER BY number DESC LIMIT ?3")                                                                                 \
    X(TABLE_PLAYERS, READS, "TTTTTNT", ROWS,                                                                           \
      "SELECT guest, name, -1 AS number, 0 AS skill, 0 AS variance, 0 AS here FROM guests "                            \
      "WHERE guest IN (?1, ?2, ?3, ?4, ?5) AND skeleton <> '' UNION ALL "                                              \
      "SELECT r.guest, '', r.number, r.skill, r.variance, CASE WHEN r.table_id = ?7 THEN 1 ELSE 0 END "                \
      "FROM ratings AS r JOIN (SELECT guest, max(number) AS last, "                                                    \
      "max(CASE WHEN table_id = ?7 THEN number ELSE 0 END) AS here FROM ratings "                                      \
      "WHERE guest IN (?1, ?2, ?3, ?4, ?5) AND mode = ?6 GROUP BY guest) AS n ON r.guest = n.guest "                   \
      "WHERE r.mode = ?6 AND r.number >= CASE WHEN n.here > 0 THEN n.here - 1 ELSE n.last END "                        \
      "AND r.number <= CASE WHEN n.here > 0 THEN n.here ELSE n.last END ORDER BY guest, number")                       \
    X(RATING_ROW, READS, "TNN", ROWS,                                                                                  \
      "SELECT skill, variance, table_id FROM ratings WHERE guest = ?1 AND mode = ?2 AND number = ?3")                  \
    X(RATED_GAMES, READS, "NTN", ROWS,                                                                                 \
      "SELECT table_id, mode, ended_ms, repetition, seats FROM rated_games WHERE (ended_ms, table_id) > (?1, ?2) "     \
      "ORDER BY ended_ms, table_id LIMIT ?3")                                                                          \
    X(DEAL_SECRET, WRITES, "TB", ROWS,                                                                                 \
      "INSERT INTO deals (deal, secret) VALUES (?1, ?2) ON CONFLICT (deal) DO UPDATE SET secret = deals.secret "       \
      "RETURNING secret")                                                                                              \
    X(DEAL_RANKING, READS, "TTTTN", ROWS, SQL_DEAL_RANKING)                                                            \
    X(PLAYER_RESULTS, READS, "T", ROWS,                                                                                \
      "SELECT deal, table_id, place, parts, coins, rounds FROM results WHERE guest = ?1 ORDER BY deal")                \
    X(LOAD, READS, "TN", ENTRIES,                                                                                      \
      "SELECT number, at_ms, entry, checksum FROM entries WHERE table_id = ?1 AND number > ?2 ORDER BY number")        \
    X(LIST_LISTED, READS, "TN", HEADS,                                                                                 \
      SQL_HEADS_WHERE "listed = 1 AND phase < 2 AND NOT EXISTS (SELECT 1 FROM blocks WHERE blocks.guest = ?1 "         \
                      "AND kind = 2 AND other IN (host, guest0, guest1, guest2, guest3, guest4)) "                     \
                      "ORDER BY changed_ms DESC, table_id LIMIT ?2")                                                   \
    X(LIST_GUEST, READS, "TN", HEADS,                                                                                  \
      "SELECT * FROM (SELECT * FROM (SELECT " SQL_HEAD_COLUMNS " FROM members JOIN heads USING (table_id)"             \
      " WHERE guest = ?1 AND ended_ms = 0 ORDER BY changed_ms DESC, table_id LIMIT ?2) AS running"                     \
      " UNION ALL SELECT " SQL_HEAD_COLUMNS " FROM (SELECT table_id FROM members WHERE guest = ?1 AND ended_ms > 0"    \
      " ORDER BY ended_ms DESC, table_id LIMIT ?2) AS ended JOIN heads USING (table_id)) AS both_lists"                \
      " ORDER BY phase = 2, CASE phase WHEN 2 THEN over_ms ELSE changed_ms END DESC, table_id LIMIT ?2")               \
    X(PLAYER_TABLES, READS, "TTN", HEADS,                                                                              \
      "SELECT " SQL_HEAD_COLUMNS " FROM (SELECT table_id FROM members WHERE guest = ?1 AND table_id > ?2 "             \
      "ORDER BY table_id LIMIT ?3) AS ours JOIN heads USING (table_id) ORDER BY table_id")                             \
    X(PLAYER_GAME, READS, "TNT", ROWS,                                                                                 \
      "SELECT table_id FROM members JOIN guests ON guests.guest = members.guest WHERE skeleton = ?1 "                  \
      "AND skeleton <> '' AND ended_ms = ?2 AND ended_ms > 0 "                                                         \
      "AND (guests.guest = ?3 OR profile = '{\"shows\":\"games\"}') ORDER BY table_id")                                \
    X(LIST_DUE, READS, "NTNN", HEADS,                                                                                  \
      SQL_HEADS_WHERE "due_ms > 0 AND (due_ms, table_id) > (?1, ?2) AND due_ms <= ?3 "                                 \
                      "ORDER BY due_ms, table_id LIMIT ?4")                                                            \
    X(DUE_RESTART, WRITES, "N", COUNT,                                                                                 \
      "UPDATE heads SET due_ms = ?1 WHERE due_ms > ?1 AND changed_ms > ?1 + 60000 RETURNING 1")                        \
    X(LIST_TABLE, READS, "T", HEADS, SQL_HEADS_WHERE "table_id = ?1")                                                  \
    X(LIST_ALL, READS, "TN", HEADS, SQL_HEADS_WHERE "table_id > ?1 ORDER BY table_id LIMIT ?2")                        \
    X(COUNT_LISTED, READS, "T", COUNT, "SELECT 1 FROM heads WHERE origin = ?1 AND listed = 1 AND phase < 2")           \
    X(BOT_ADD, WRITES, "TTNTT", OR_CONFLICT,                                                                           \
      "INSERT INTO guests (guest, name, made_ms, seen_ms, marked_ms, kind, owner) SELECT ?1, ?2, ?3, ?3, 0, 1, guest " \
      "FROM guests WHERE guest = ?4 AND kind = 0 AND (SELECT count(*) FROM guests AS b WHERE b.owner = ?4) < 5 "       \
      "AND NOT EXISTS (SELECT 1 FROM guests AS s WHERE s.skeleton = ?5 AND s.skeleton <> '') "                         \
      "ON CONFLICT DO NOTHING RETURNING 1")                                                                            \
    X(BOT_DELETE, WRITES, "TT", OR_NOT_FOUND, "DELETE FROM guests WHERE owner = ?1 AND guest = ?2 RETURNING 1")        \
    X(BOTS, READS, "T", ROWS, "SELECT guest, name, made_ms FROM guests WHERE owner = ?1 ORDER BY made_ms, guest")      \
    X(REPORT_ADD, WRITES, "TTTTNN", OR_CONFLICT,                                                                       \
      "INSERT INTO reports (guest, other, table_id, text, entry, made_ms) SELECT ?1, ?2, ?3, ?4, ?5, ?6 "              \
      "WHERE (EXISTS (SELECT 1 FROM members WHERE guest = ?2 AND table_id = ?3) "                                      \
      "OR (?3 = '' AND EXISTS (SELECT 1 FROM guests WHERE guest = ?2 AND skeleton <> ''))) "                           \
      "AND (SELECT count(*) FROM reports WHERE guest = ?1) < 20 AND NOT EXISTS (SELECT 1 FROM reports WHERE guest = "  \
      "?1 AND other = ?2 AND table_id = ?3 AND text = ?4 AND entry = ?5) ON CONFLICT DO NOTHING RETURNING 1")          \
    X(BLOCK_SET, WRITES, "TTNN", OR_CONFLICT,                                                                          \
      "INSERT INTO blocks (guest, other, kind, made_ms) SELECT a.guest, b.guest, ?3, ?4 FROM guests AS a, guests AS "  \
      "b "                                                                                                             \
      "WHERE a.guest = ?1 AND b.guest = ?2 AND a.guest <> b.guest AND ((SELECT count(*) FROM blocks WHERE guest = "    \
      "?1) "                                                                                                           \
      "< 200 OR EXISTS (SELECT 1 FROM blocks WHERE guest = ?1 AND other = ?2)) "                                       \
      "ON CONFLICT (guest, other) DO UPDATE SET kind = EXCLUDED.kind, made_ms = EXCLUDED.made_ms RETURNING 1")         \
    X(BLOCK_DELETE, WRITES, "TT", OR_NOT_FOUND, "DELETE FROM blocks WHERE guest = ?1 AND other = ?2 RETURNING 1")      \
    X(BLOCKS, READS, "T", ROWS,                                                                                        \
      "SELECT other, guests.name, blocks.kind, blocks.made_ms FROM blocks JOIN guests ON guests.guest = other "        \
      "WHERE blocks.guest = ?1 ORDER BY blocks.made_ms, other")                                                        \
    X(SEATING_CHECK, READS, "TTTTTTTNT", ROWS,                                                                         \
      "SELECT 'muted' AS what, other AS who, count(*) AS n, 0 AS at_ms FROM blocks WHERE guest = ?1 AND other IN "     \
      "(?2, ?3, ?4, ?5, ?6, ?7) GROUP BY other UNION ALL "                                                             \
      "SELECT 'blocked', '', count(*), 0 FROM blocks WHERE kind = 2 AND ((guest = ?1 AND other IN "                    \
      "(?2, ?3, ?4, ?5, ?6, ?7)) OR (other = ?1 AND guest IN (?2, ?3, ?4, ?5, ?6, ?7))) UNION ALL "                    \
      "SELECT 'abandoned', '', count(*), COALESCE(max(ended_ms), 0) FROM ratings WHERE guest = ?1 AND abandoned = 1 "  \
      "AND ended_ms > ?8 UNION ALL "                                                                                   \
      "SELECT 'named', '', count(*), 0 FROM guests WHERE skeleton = ?9 AND skeleton <> '' AND guest <> ?1 "            \
      "ORDER BY what, who")                                                                                            \
    X(REPORTS, READS, "", ROWS,                                                                                        \
      "SELECT made_ms, guest, other, table_id, text, entry FROM reports ORDER BY made_ms DESC, guest LIMIT 100")       \
    X(PLAYER_REPORTS, READS, "T", ROWS,                                                                                \
      "SELECT table_id, entry, text, made_ms FROM reports WHERE guest = ?1 ORDER BY made_ms")                          \
    X(PLAYER_PLANS, READS, "T", ROWS, "SELECT table_id, round, plan FROM plans WHERE guest = ?1 ORDER BY table_id")    \
    X(IMPORT_SET, WRITES, "TTTN", OR_CONFLICT,                                                                         \
      "INSERT INTO imports (guest, source, results, made_ms) SELECT guest, ?2, ?3, ?4 FROM guests WHERE guest = ?1 "   \
      "AND ((SELECT count(*) FROM imports WHERE guest = ?1) < 20 "                                                     \
      "OR EXISTS (SELECT 1 FROM imports WHERE guest = ?1 AND source = ?2)) "                                           \
      "ON CONFLICT (guest, source) DO UPDATE SET results = EXCLUDED.results, made_ms = EXCLUDED.made_ms RETURNING 1")  \
    X(IMPORT_DELETE, WRITES, "TT", OR_NOT_FOUND, "DELETE FROM imports WHERE guest = ?1 AND source = ?2 RETURNING 1")   \
    X(IMPORTS, READS, "T", ROWS,                                                                                       \
      "SELECT source, results, made_ms FROM imports WHERE guest = ?1 ORDER BY made_ms, source")                        \
    X(REPORTS_SETTLE, WRITES, "T", COUNT, "DELETE FROM reports WHERE other = ?1 RETURNING 1")                          \
    X(GUEST_ADD, WRITES, "TTNN", OR_CONFLICT,                                                                          \
      "INSERT INTO guests (guest, name, made_ms, seen_ms, marked_ms) VALUES (?1, ?2, ?3, ?4, 0) "                      \
      "ON CONFLICT DO NOTHING RETURNING 1")                                                                            \
    X(GUEST_NAME, WRITES, "TT", OR_NOT_FOUND, "UPDATE guests SET name = ?2 WHERE guest = ?1 RETURNING 1")              \
    X(GUEST_SEEN, WRITES, "TN", OR_NOT_FOUND,                                                                          \
      "UPDATE guests SET seen_ms = ?2, marked_ms = 0 WHERE guest = ?1 RETURNING 1")                                    \
    X(GUEST_FIND, READS, "B", GUEST,                                                                                   \
      "SELECT " SQL_GUEST_COLUMNS "device, devices.seen_ms, scopes, (SELECT count(*) FROM blocks "                     \
      "WHERE blocks.guest = devices.guest) FROM devices JOIN guests USING (guest) WHERE token_hash = ?1")              \
    X(GUEST_GET, READS, "T", GUEST, SQL_GUESTS_WHERE "guest = ?1")                                                     \
    X(GUEST_DELETE, WRITES, "T", OR_NOT_FOUND, "DELETE FROM guests WHERE guest = ?1 RETURNING 1")                      \
    X(LIST_GUESTS, READS, "TN", GUESTS, SQL_GUESTS_WHERE "guest > ?1 ORDER BY guest LIMIT ?2")                         \
    X(GUESTS_MARK, WRITES, "NNN", COUNT,                                                                               \
      "UPDATE guests SET marked_ms = ?2" SQL_OLD_GUESTS "seen_ms < ?1 AND marked_ms = 0" SQL_NO_SEAT                   \
      " ORDER BY seen_ms, guest LIMIT ?3) RETURNING 1")                                                                \
    X(GUESTS_DELETE, WRITES, "NN", COUNT,                                                                              \
      "DELETE FROM guests" SQL_OLD_GUESTS "marked_ms > 0 AND marked_ms <= ?1" SQL_NO_SEAT                              \
      " ORDER BY marked_ms, guest LIMIT ?2) RETURNING 1")                                                              \
    X(DEVICE_ADD, WRITES, "TTBTNN", OR_CONFLICT,                                                                       \
      "INSERT INTO devices (device, guest, token_hash, name, scopes, made_ms, seen_ms) "                               \
      "SELECT ?1, guest, ?3, ?4, ?5, ?6, ?6 FROM guests WHERE guest = ?2 "                                             \
      "AND (SELECT count(*) FROM devices WHERE guest = ?2) < 20 ON CONFLICT DO NOTHING RETURNING 1")                   \
    X(DEVICE_SEEN, WRITES, "TN", OR_NOT_FOUND, "UPDATE devices SET seen_ms = ?2 WHERE device = ?1 RETURNING 1")        \
    X(DEVICE_DELETE, WRITES, "TT", OR_NOT_FOUND, "DELETE FROM devices WHERE guest = ?1 AND device = ?2 RETURNING 1")   \
    X(DEVICE_NAME, WRITES, "TTT", OR_NOT_FOUND,                                                                        \
      "UPDATE devices SET name = ?3 WHERE guest = ?1 AND device = ?2 RETURNING 1")                                     \
    X(DEVICES, READS, "T", ROWS,                                                                                       \
      "SELECT device, name, scopes, made_ms, seen_ms FROM devices WHERE guest = ?1 ORDER BY made_ms, device LIMIT 20") \
    X(PLAYER, READS, "T", ROWS,                                                                                        \
      "SELECT name, kind, made_ms, profile, skeleton, owner, (SELECT count(*) FROM secrets WHERE guest = ?1 "          \
      "AND kind = " SQL_RECOVERY "), (SELECT count(*) FROM passkeys WHERE guest = ?1) FROM guests WHERE guest = ?1")   \
    X(PLAYER_BY_NAME, READS, "T", ROWS, "SELECT guest, name, kind, profile FROM guests WHERE skeleton = ?1")           \
    X(PLAYER_NAME, WRITES, "TTTN", OR_CONFLICT,                                                                        \
      "UPDATE guests SET name = ?2, skeleton = CASE WHEN ?4 = 1 OR skeleton <> '' THEN ?3 ELSE '' END "                \
      "WHERE guest = ?1 AND NOT EXISTS ("                                                                              \
      "SELECT 1 FROM guests WHERE skeleton = ?3 AND guest <> ?1 AND skeleton <> '') RETURNING 1")                      \
    X(PLAYER_PROFILE, WRITES, "TT", OR_NOT_FOUND, "UPDATE guests SET profile = ?2 WHERE guest = ?1 RETURNING 1")       \
    X(PASSKEY_ADD, WRITES, "BTBNTN", OR_CONFLICT,                                                                      \
      "INSERT INTO passkeys (credential, guest, public_key, counter, name, made_ms, used_ms) "                         \
      "SELECT ?1, guest, ?3, ?4, ?5, ?6, ?6 FROM guests WHERE guest = ?2 "                                             \
      "AND (SELECT count(*) FROM passkeys WHERE guest = ?2) < 10 ON CONFLICT DO NOTHING RETURNING 1")                  \
    X(PASSKEY_FIND, READS, "B", ROWS, "SELECT guest, public_key, counter FROM passkeys WHERE credential = ?1")         \
    X(PASSKEY_USED, WRITES, "BNN", OR_CONFLICT,                                                                        \
      "UPDATE passkeys SET counter = ?2, used_ms = ?3 WHERE credential = ?1 AND (counter < ?2 OR counter + ?2 = 0) "   \
      "RETURNING 1")                                                                                                   \
    X(PASSKEY_DELETE, WRITES, "TB", OR_NOT_FOUND,                                                                      \
      "DELETE FROM passkeys WHERE guest = ?1 AND credential = ?2 RETURNING 1")                                         \
    X(PASSKEYS, READS, "T", ROWS,                                                                                      \
      "SELECT credential, name, made_ms, used_ms FROM passkeys WHERE guest = ?1 ORDER BY made_ms, credential")         \
    X(SECRET_ADD, WRITES, "BNTTN", OR_CONFLICT,                                                                        \
      "INSERT INTO secrets (hash, kind, guest, data, expires_ms) SELECT ?1, ?2, NULLIF(?3, ''), ?4, ?5 "               \
      "WHERE ?3 = '' OR ((SELECT count(*) FROM secrets WHERE guest = ?3) < 30 AND "                                    \
      "EXISTS (SELECT 1 FROM guests WHERE guest = ?3)) ON CONFLICT DO NOTHING RETURNING 1")                            \
    X(SECRET_FIND, READS, "BNN", ROWS,                                                                                 \
      "SELECT guest, data FROM secrets WHERE hash = ?1 AND kind = ?2 AND " SQL_IS_VALID("?3"))                         \
    X(SECRET_TAKE, WRITES, "BNN", ROWS,                                                                                \
      "DELETE FROM secrets WHERE hash = ?1 AND kind = ?2 AND " SQL_IS_VALID("?3") " RETURNING guest, data")            \
    X(SECRET_CHANGE, WRITES, "TBNNN", OR_NOT_FOUND,                                                                    \
      "UPDATE secrets SET kind = ?4 WHERE guest = ?1 AND hash = ?2 AND kind = ?3 AND " SQL_IS_VALID(                   \
          "?5") " RETURNING 1")                                                                                        \
    X(SECRET_DELETE, WRITES, "TBN", OR_NOT_FOUND,                                                                      \
      "DELETE FROM secrets WHERE guest = ?1 AND hash = ?2 AND kind = ?3 RETURNING 1")                                  \
    X(SECRETS, READS, "TNN", ROWS,                                                                                     \
      "SELECT hash, data, expires_ms FROM secrets WHERE guest = ?1 AND kind = ?2 AND " SQL_IS_VALID(                   \
          "?3") " "                                                                                                    \
                "ORDER BY expires_ms, hash LIMIT 30")                                                                  \
    X(SECRETS_CLEAR, WRITES, "TNB", COUNT,                                                                             \
      "DELETE FROM secrets WHERE guest = ?1 AND kind = ?2 AND hash <> ?3 RETURNING 1")                                 \
    X(SECRET_EXCHANGE, WRITES, "BNB", OR_NOT_FOUND,                                                                    \
      "UPDATE secrets SET hash = ?3 WHERE hash = ?1 AND kind = ?2 RETURNING 1")                                        \
    X(SECRETS_EXPIRE, WRITES, "N", COUNT,                                                                              \
      "DELETE FROM secrets WHERE expires_ms > 0 AND (expires_ms <= ?1 OR expires_ms > ?1 + 86460000) RETURNING 1")     \
    X(CHANNEL_ADD, WRITES, "TTNTTNTTNN", OR_CONFLICT,                                                                  \
      "INSERT INTO channels (channel, guest, kind, address, push_key, games, language, origin, made_ms, confirmed) "   \
      "SELECT ?1, guest, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10 FROM guests WHERE guest = ?2 "                                \
      "AND (SELECT count(*) FROM channels WHERE guest = ?2) < 8 ON CONFLICT DO NOTHING RETURNING 1")                   \
    X(CHANNEL_CHANGE, WRITES, "TTN", OR_NOT_FOUND,                                                                     \
      "UPDATE channels SET games = ?3 WHERE guest = ?1 AND channel = ?2 RETURNING 1")                                  \
    X(CHANNEL_CONFIRM, WRITES, "TT", OR_NOT_FOUND,                                                                     \
      "UPDATE channels SET confirmed = 1 WHERE guest = ?1 AND channel = ?2 RETURNING 1")                               \
    X(CHANNEL_SENT, WRITES, "TN", OR_NOT_FOUND, "UPDATE channels SET sent_ms = ?2 WHERE channel = ?1 RETURNING 1")     \
    X(CHANNEL_DELETE, WRITES, "T", OR_NOT_FOUND, "DELETE FROM channels WHERE channel = ?1 RETURNING 1")                \
    X(CHANNEL_FIND, READS, "TT", ROWS,                                                                                 \
      "SELECT channel, '', guest, kind, address, push_key, language, origin, 0, confirmed FROM channels "              \
      "WHERE guest = ?1 AND channel = ?2")                                                                             \
    X(CHANNELS, READS, "T", ROWS,                                                                                      \
      "SELECT channel, kind, address, games, language, made_ms, confirmed FROM channels WHERE guest = ?1 "             \
      "ORDER BY made_ms, channel")                                                                                     \
    X(NOTICES_CLAIM, WRITES, "NNN", COUNT,                                                                             \
      "UPDATE outbox SET state = 1, claim = ?1, claimed_ms = ?2 WHERE state = 0 AND " SQL_IS_DUE(                      \
          "due_ms",                                                                                                    \
          "?2") " AND channel IN (SELECT o.channel FROM outbox AS o JOIN channels USING (channel) WHERE o.state = 0 "  \
                "AND " SQL_IS_DUE("o.due_ms",                                                                          \
                                  "?2") " AND (channels.sent_ms <= ?2 - 60000 OR channels.sent_ms > ?2 + 60000) "      \
                                        "ORDER BY o.due_ms, o.channel LIMIT ?3" SQL_SKIP_LOCKED ") RETURNING 1")       \
    X(NOTICES_CLAIMED, READS, "N", ROWS,                                                                               \
      "SELECT channel, table_id, guest, kind, address, push_key, language, origin, tries, confirmed, warn_ms "         \
      "FROM outbox "                                                                                                   \
      "JOIN channels USING (channel) WHERE claim = ?1 AND state = 1 ORDER BY channel, table_id")                       \
    X(NOTICE_POSTPONE, WRITES, "NTTN", OR_NOT_FOUND,                                                                   \
      "UPDATE outbox SET state = 0, due_ms = ?4 WHERE claim = ?1 AND channel = ?2 AND table_id = ?3 AND state = 1 "    \
      "RETURNING 1")                                                                                                   \
    X(NOTICE_DROP, WRITES, "NTTN", OR_NOT_FOUND,                                                                       \
      "DELETE FROM outbox WHERE claim = ?1 AND channel = ?2 AND table_id = ?3 AND state = 1 "                          \
      "AND (?4 = 0 OR ?4 = (SELECT number FROM heads WHERE table_id = ?3)) RETURNING 1")                               \
    X(NOTICE_WARN, WRITES, "NTTN", OR_NOT_FOUND,                                                                       \
      "UPDATE outbox SET warn_ms = ?4 WHERE claim = ?1 AND channel = ?2 AND table_id = ?3 AND state = 1 RETURNING 1")  \
    X(NOTICE_RESULT, WRITES, "NTNNT", COUNT,                                                                           \
      "UPDATE outbox SET state = CASE WHEN ?3 = 2 AND warn_ms > 0 THEN 0 ELSE ?3 END, "                                \
      "due_ms = CASE WHEN ?3 = 2 AND warn_ms > 0 THEN warn_ms ELSE ?4 END, fault = ?5, "                               \
      "tries = CASE WHEN ?3 = 2 AND warn_ms > 0 THEN 0 ELSE tries + 1 END, "                                           \
      "warn_ms = CASE WHEN ?3 = 2 AND warn_ms > 0 THEN -1 ELSE warn_ms END "                                           \
      "WHERE claim = ?1 AND channel = ?2 AND state = 1 RETURNING 1")                                                   \
    X(NOTICES_ABANDON, WRITES, "N", COUNT,                                                                             \
      "UPDATE outbox SET state = 3, fault = 'its server ended while it was sent' "                                     \
      "WHERE state = 1 AND (claimed_ms <= ?1 OR claimed_ms > ?1 + 600000) RETURNING 1")                                \
    X(NOTICE_STATES, READS, "", ROWS, "SELECT state, count(*) FROM outbox GROUP BY state ORDER BY state")              \
    X(NOTICES_DEAD, READS, "", ROWS,                                                                                   \
      "SELECT guest, kind, table_id, tries, claimed_ms, fault FROM outbox JOIN channels USING (channel) "              \
      "WHERE state = 3 ORDER BY claimed_ms DESC, table_id LIMIT 100")                                                  \
    X(SEEK_SET, WRITES, "TTNTNN", ROWS,                                                                                \
      "INSERT INTO seeks (guest, id, process, terms, made_ms, expires_ms) SELECT guest, ?2, ?3, ?4, ?5, ?6 "           \
      "FROM guests WHERE guest = ?1 ON CONFLICT (guest) DO UPDATE SET "                                                \
      "made_ms = CASE WHEN seeks.id = EXCLUDED.id THEN seeks.made_ms ELSE EXCLUDED.made_ms END, "                      \
      "table_id = CASE WHEN seeks.id = EXCLUDED.id THEN seeks.table_id ELSE '' END, id = EXCLUDED.id, "                \
      "process = EXCLUDED.process, terms = EXCLUDED.terms, expires_ms = EXCLUDED.expires_ms "                          \
      "RETURNING table_id, made_ms")                                                                                   \
    X(SEEK_DELETE, WRITES, "TTN", COUNT,                                                                               \
      "DELETE FROM seeks WHERE guest = ?1 AND (?2 = '' OR id = ?2) AND (?3 = 0 OR process = ?3) AND table_id = '' "    \
      "RETURNING 1")                                                                                                   \
    X(SEEKS, READS, "NN", ROWS,                                                                                        \
      "SELECT guest, id, process, terms, seeks.made_ms, table_id, COALESCE(owner, '') FROM seeks JOIN guests "         \
      "USING (guest) WHERE expires_ms > ?1 AND seeks.made_ms <= ?1 + 60000 ORDER BY seeks.made_ms, guest LIMIT ?2")    \
    X(SEEK_BLOCKS, READS, "", ROWS,                                                                                    \
      "SELECT blocks.guest, other FROM blocks JOIN seeks AS a ON a.guest = blocks.guest "                              \
      "JOIN seeks AS b ON b.guest = other WHERE kind = 2 ORDER BY blocks.guest, other")                                \
    X(SEEKS_REFRESH, WRITES, "NN", COUNT,                                                                              \
      "UPDATE seeks SET expires_ms = ?2 WHERE process = ?1 AND table_id = '' RETURNING 1")                             \
    X(SEEKS_EXPIRE, WRITES, "NN", COUNT, "DELETE FROM seeks WHERE expires_ms <= ?1 OR expires_ms > ?2 RETURNING 1")    \
    X(SHARE_ADD, WRITES, "TT", ROWS,                                                                                   \
      "INSERT INTO shares (share, table_id) SELECT ?1, table_id FROM heads WHERE table_id = ?2 AND phase = 2 "         \
      "ON CONFLICT (table_id) DO UPDATE SET table_id = EXCLUDED.table_id RETURNING share")                             \
    X(SHARE_FIND, READS, "T", ROWS, "SELECT table_id FROM shares WHERE share = ?1")                                    \
    X(CLOCK, READS, "", CLOCK, "SELECT " SQL_DATABASE_CLOCK ", at_ms FROM clock")                                      \
    X(CLOCK_SET, WRITES, "N", NOTHING, "UPDATE clock SET at_ms = ?1")
