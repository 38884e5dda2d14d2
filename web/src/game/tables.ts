// tables.ts - tables of the server this page comes from; games.ts has the games of this device.

import { browserShelf } from '../app/shelf'
import { Engine } from '../engine/engine'
import type { GameController } from './types'
import { ensureGuest, tableRecord, Wire } from '../net/socket'
import { keepTable, playOn } from './games'
import { OnlineTable } from './online'

/** A first-time visitor becomes a guest, so that a seat taken there is still theirs after a reload. */
export async function openTable(table: string): Promise<GameController> {
  await ensureGuest()
  return OnlineTable.open(table, {
    engine: Engine.load,
    line: events => new Wire(events),
    record: tableRecord,
    keep: browserShelf,
    link: id => `${location.origin}/t/${id}`,
    start: playOn,
    over: keepTable,
  })
}
